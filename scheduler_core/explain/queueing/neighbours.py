"""The queue of a workload: who is before it, and who may pass."""

from __future__ import annotations

from scheduler_core.queueing.assignment.modes import Mode
from scheduler_core.queueing.objects.amounts import summed
from scheduler_core.queueing.objects.workload import Workload

from .contract import QueuedNeighbour
from .desk import Desk, amount
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
