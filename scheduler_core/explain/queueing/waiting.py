"""A workload that is not admitted, with all that decides about it."""

from __future__ import annotations

from scheduler_core.queueing.cycle.entry import Nomination
from scheduler_core.queueing.objects.workload import QUOTA_RESERVED, Workload
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot
from scheduler_core.simulation.run.scenario import Scenario

from .bars import bars_of
from .causes import cause_of
from .contract import PreemptionAnswer, TriedPodSet, WaitingWorkload
from .desk import Desk
from .flavors import nearest_sum, tried_pod_sets
from .neighbours import neighbours
from .notes import notes_on
from .places import topology_places
from .preemption import preemption_answer


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
