"""Kueue's cycle for the workload of a pod, step by step: before the scheduler's own."""

from __future__ import annotations

from scheduler_core.queueing.admitting.admitting import is_admitted
from scheduler_core.queueing.admitting.settling import Try, Turn
from scheduler_core.queueing.objects.workload import QUOTA_RESERVED, Workload
from scheduler_core.simulation.run.scenario import Scenario

from .answer import evicted_workloads
from .contract import KueueWalk, QueueTurn, UntriedWorkload
from .desk import Desk
from .flavors import tried_pod_sets
from .places import topology_places
from .waiting import described

MOST = 20


def kueue_walk(scenario: Scenario, pod: str) -> KueueWalk | None:
    """Return what Kueue did with the workload of a pod (`namespace/name`); None if the pod has none."""
    key = scenario.queued.members.get(pod) if scenario.queued else None
    workload = scenario.queued.settled.stored.get(key) if scenario.queued and key else None
    if scenario.queued is None or workload is None:
        return None
    desk = Desk(scenario.queued, scenario.manifests)
    queue, tried = desk.queue(workload), desk.queued.settled.tries.get(workload.key)
    admission, admitted = workload.admission, is_admitted(workload)
    walk: KueueWalk = {
        "workload": workload.key,
        "job": desk.names.get(workload.key, ""),
        "queue": workload.queue,
        "cluster_queue": desk.queue_name(workload),
        "cycle": tried.cycle if tried else 0,
        "turns": _turns(desk, workload, tried) if tried else [],
        "turn_count": len(tried.turns) if tried else 0,
        "pod_sets": tried_pod_sets(desk, workload, queue, tried.nomination) if tried and queue else [],
        "places": topology_places(tried.nomination.assignment.placements) if tried else [],
        "victims": [victim for victim in evicted_workloads(desk) if victim["preemptor"] == workload.key],
        "admitted": admitted,
        "message": "" if admitted else tried.message if tried else _said(workload),
        "flavors": {part.name: dict(part.flavors) for part in admission.pod_sets}
        if admitted and admission
        else {},
    }
    if not tried and not admitted:
        walk["untried"] = _untried(desk, workload)
    return walk


def _said(workload: Workload) -> str:
    condition = workload.by_type.get(QUOTA_RESERVED)
    return condition.message if condition and not condition.status else ""


def _untried(desk: Desk, workload: Workload) -> UntriedWorkload:
    """Return why a workload was not tried: who is before it, or was tried for it."""
    waiting = described(desk, workload)
    return {
        "cause": waiting["cause"],
        "strategy": waiting["strategy"],
        "neighbours": waiting["neighbours"],
        "neighbour_count": waiting["neighbour_count"],
        "notes": waiting["notes"],
    }


def _turns(desk: Desk, workload: Workload, tried: Try) -> list[QueueTurn]:
    """Return the heads around a workload, in the order in which they were processed."""
    own = next(i for i, turn in enumerate(tried.turns) if turn.key == workload.key)
    first = max(0, min(own - MOST // 2, len(tried.turns) - MOST))
    turns = tried.turns[first : first + MOST]
    return [_turn(desk, turn, place, workload.key) for place, turn in enumerate(turns, first + 1)]


def _turn(desk: Desk, turn: Turn, place: int, own: str) -> QueueTurn:
    workload = desk.queued.settled.stored[turn.key]
    return {
        "workload": turn.key,
        "job": desk.names.get(turn.key, ""),
        "cluster_queue": desk.queue_name(workload),
        "place": place,
        "priority": workload.priority,
        "borrows": turn.level > 0,
        "own": turn.key == own,
        "outcome": "admitted" if turn.admitted else "preempts" if turn.preempts else "waits",
    }
