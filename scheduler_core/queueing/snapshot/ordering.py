"""The time by which workloads are ordered.

Mirrors GetQueueOrderTimestamp of pkg/workload/workload.go @ v0.19.2.
"""

from __future__ import annotations

from scheduler_core.kubernetes.objects.times import seconds
from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.workload import EVICTED, PREEMPTED, Workload

_BY_TIMEOUT, _BY_CHECK = "PodsReadyTimeout", "AdmissionCheck"
WHILE_BORROWING = "InCohortReclaimWhileBorrowing"
_JUST_AFTER = 0.001  # so that a preempted workload comes behind its preemptor


def queue_time(workload: Workload, gates: Gates) -> float:
    """Return since when a workload counts as waiting: its creation, or an eviction that sends it back to the end."""
    evicted = workload.by_type.get(EVICTED)
    if evicted and evicted.status and evicted.reason in (_BY_TIMEOUT, _BY_CHECK):
        return seconds(evicted.transition)
    if not gates.priority_sorting_within_cohort:
        preempted = workload.by_type.get(PREEMPTED)
        if preempted and preempted.status and preempted.reason == WHILE_BORROWING:
            return seconds(preempted.transition) + _JUST_AFTER
    return seconds(workload.created)
