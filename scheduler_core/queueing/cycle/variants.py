"""Variants: workloads of one parent, each for some flavors, of which the one with the best flavor stays.

Mirrors pkg/workload/concurrentadmission, and what scheduler.go does for it, @ v0.19.2 (gate ConcurrentAdmission).
"""

from __future__ import annotations

from scheduler_core.queueing.objects.workload import ADMITTED, Workload
from scheduler_core.queueing.snapshot.info import WorkloadInfo
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot

ADMITTED_ALREADY = "A more favorable variant is already admitted"
BELOW_LAST = "Target flavor is below LastAcceptableFlavorName"
PENDING_MIGRATION = ". Pending the migration of 1 workload(s)"


def better_sibling(info: WorkloadInfo, queue: QueueSnapshot) -> WorkloadInfo | None:
    """Return an admitted variant of the same parent whose flavor comes before (findAdmittedMoreFavorableSibling)."""
    return _sibling(info.workload, queue, sign=-1)


def worse_sibling(info: WorkloadInfo, queue: QueueSnapshot) -> WorkloadInfo | None:
    """Return an admitted variant of the same parent whose flavor comes behind (findAdmittedLessFavorableSibling)."""
    return _sibling(info.workload, queue, sign=1)


def may_migrate(info: WorkloadInfo, queue: QueueSnapshot) -> bool:
    """Return whether the queue lets a workload move to the flavor of this variant (isMigrationAllowed)."""
    last = queue.spec.last_acceptable_flavor
    if not last:
        return True
    flavors, place = _flavors(queue), _place(info.workload, queue)
    return place >= 0 and last in flavors and place <= flavors.index(last)


def migration_message(info: WorkloadInfo) -> str:
    """Return the message of the condition of the variant that has to go."""
    uid = info.workload.uid
    return (
        f"Evicted to accommodate a workload (UID: {uid}) due to migration to more favorable resource flavor"
    )


def _sibling(workload: Workload, queue: QueueSnapshot, *, sign: int) -> WorkloadInfo | None:
    own = _place(workload, queue)
    if not workload.parent or own < 0:
        return None
    for other in queue.workloads.values():
        candidate = other.workload
        related = (
            candidate.uid != workload.uid
            and candidate.parent == workload.parent
            and candidate.holds(ADMITTED)
        )
        place = _place(candidate, queue) if related else -1
        if place >= 0 and (place - own) * sign > 0:
            return other
    return None


def _flavors(queue: QueueSnapshot) -> tuple[str, ...]:
    groups = queue.spec.quotas.groups
    return tuple(groups[0].flavors) if groups else ()


def _place(workload: Workload, queue: QueueSnapshot) -> int:
    """Return where the flavor of a variant stands in the queue, -1 without one (resolveFlavorIndex)."""
    flavor, flavors = (workload.allowed_flavors or ("",))[0], _flavors(queue)
    return flavors.index(flavor) if flavor in flavors else -1
