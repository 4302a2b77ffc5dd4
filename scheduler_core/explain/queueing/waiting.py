"""A workload that is not admitted, with all that decides about it."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.queueing.assignment.modes import Mode
from scheduler_core.queueing.cycle.entry import Nomination
from scheduler_core.queueing.objects.amounts import summed
from scheduler_core.queueing.objects.workload import QUOTA_RESERVED, Workload
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot
from scheduler_core.simulation.run.scenario import Scenario

from .bars import bars_of
from .causes import cause_of
from .contract import PreemptionAnswer, QueuedNeighbour, QueueSentence, TriedPodSet, WaitingWorkload
from .desk import Desk, amount
from .flavors import nearest_sum, tried_pod_sets
from .phrases import NOTES, sentence
from .places import topology_places
from .preemption import preemption_answer
from .sources import priority_source

MOST = 20


def neighbours(desk: Desk, workload: Workload, resource: str) -> tuple[list[QueuedNeighbour], int]:
    """Return the waiting workloads of a queue around one, with what they ask of a resource, and how many wait."""
    name = desk.queue_name(workload)
    if not name:
        return [], 0
    queue = desk.pending_queue(name)
    infos = sorted((*queue.active.values(), *queue.parked.values()), key=queue.order)
    own = next((i for i, info in enumerate(infos) if info.key == workload.key), 0)
    first = max(0, min(own - MOST // 2, len(infos) - MOST))
    listed: list[QueuedNeighbour] = []
    for place, info in enumerate(infos[first : first + MOST], first + 1):
        asked = summed(part.requests for part in info.requests)
        nomination = desk.tried(info.workload)
        row: QueuedNeighbour = {
            "workload": info.key,
            "job": desk.names.get(info.key, ""),
            "place": place,
            "priority": info.workload.priority,
            "created": info.workload.created,
            "asked": [amount(r, n) for r, n in sorted(asked.items()) if r == resource or not resource],
            "own": info.key == workload.key,
            "parked": info.key in queue.parked,
            "fits": nomination is not None and nomination.assignment.mode is Mode.FIT,
        }
        if source := priority_source(desk, info.workload):
            row["priority_source"] = source
        listed.append(row)
    return listed, len(infos)


def notes_on(desk: Desk, workload: Workload, nomination: Nomination | None) -> Iterator[QueueSentence]:
    """Yield the notes on a workload that is not admitted."""
    name = desk.queue_name(workload)
    condition = workload.by_type.get(QUOTA_RESERVED)
    looked_at = desk.queued.settled.looked_at.get(workload.key, 0)
    is_parked = bool(name) and workload.key in desk.pending_queue(name).parked
    if is_parked and condition is None and not looked_at:
        yield sentence(NOTES, "equivalent")
    elif is_parked:
        yield sentence(NOTES, "parked")
    said = condition.message if condition else ""
    if nomination is not None and looked_at and said and said != nomination.assignment.message:
        yield sentence(NOTES, "stale", cycle=looked_at)
    if condition is not None and looked_at and condition.reason not in ("", "Pending"):
        yield sentence(NOTES, "pending_reason", reason=condition.reason)
    if desk.queued.settled.repeats and name and workload.key in desk.pending_queue(name).active:
        yield sentence(NOTES, "alternates")


def waiting_workload(scenario: Scenario, key: str) -> WaitingWorkload:
    """Return why a workload (`namespace/name`) is not admitted; raise KeyError if none of that name waits."""
    if scenario.queued is None:
        raise KeyError(key)
    desk = Desk(scenario.queued, scenario.manifests)
    return described(desk, waiting_one(desk, key))


def waiting_one(desk: Desk, key: str) -> Workload:
    """Return a workload that waits; raise KeyError if there is none of that name."""
    waiting = next((workload for workload in desk.waiting() if workload.key == key), None)
    if waiting is None:
        raise KeyError(key)
    return waiting


def described(desk: Desk, workload: Workload) -> WaitingWorkload:
    """Return a workload that waits, with its sums."""
    nomination, queue, name = desk.tried(workload), desk.queue(workload), desk.queue_name(workload)
    pod_sets = tried_pod_sets(desk, workload, queue, nomination) if queue else []
    condition = workload.by_type.get(QUOTA_RESERVED)
    nearest = nearest_sum(pod_sets)
    resource = nearest[1]["resource"] if nearest else ""
    around, count = neighbours(desk, workload, resource)
    return {
        "workload": workload.key,
        "job": desk.names.get(workload.key, ""),
        "queue": workload.queue,
        "cluster_queue": name,
        "cohorts": [cohort.name for cohort in queue.ancestors()] if queue else [],
        "priority": workload.priority,
        "created": workload.created,
        "strategy": desk.objects.cluster_queues[name].strategy if name else "",
        "cause": cause_of(desk, workload, nomination, pod_sets),
        "reason": condition.reason if condition and not condition.status else "",
        "message": condition.message if condition and not condition.status else "",
        "cycle": desk.queued.settled.looked_at.get(workload.key, 0),
        "message_now": nomination.assignment.message if nomination else "",
        "pod_sets": pod_sets,
        "bars": list(bars_of(desk, queue, pod_sets)) if queue else [],
        "neighbours": around,
        "neighbour_count": count,
        "preemption": _preemption(desk, workload, queue, nomination, pod_sets),
        "places": topology_places(nomination.assignment.placements) if nomination else [],
        "notes": list(notes_on(desk, workload, nomination)),
    }


def _preemption(
    desk: Desk,
    workload: Workload,
    queue: QueueSnapshot | None,
    nomination: Nomination | None,
    pod_sets: list[TriedPodSet],
) -> PreemptionAnswer | None:
    """Return whom it would preempt for what is short; None if nothing is."""
    nearest = nearest_sum(pod_sets)
    if queue is None or nomination is None or nearest is None:
        return None
    flavor, part = nearest
    return preemption_answer(desk, workload, queue, nomination, (flavor["flavor"], part["resource"]))
