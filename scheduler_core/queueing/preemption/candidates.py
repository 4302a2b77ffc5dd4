"""Which workloads may be preempted, and in which order they are considered.

Mirrors pkg/scheduler/preemption/common/ @ v0.19.2.
"""

from __future__ import annotations

from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.cluster_queue import ANY, LOWER_OR_NEWER, LOWER_PRIORITY, NEVER
from scheduler_core.queueing.objects.workload import Workload
from scheduler_core.queueing.snapshot.info import WorkloadInfo
from scheduler_core.queueing.snapshot.ordering import queue_time
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot

from .search import VictimSearch


def satisfies(policy: str, preemptor: Workload, candidate: Workload, gates: Gates) -> bool:
    """Return whether a policy lets a workload preempt another (SatisfiesPreemptionPolicy)."""
    if policy == LOWER_PRIORITY:
        return preemptor.priority > candidate.priority
    if policy == LOWER_OR_NEWER:
        if preemptor.priority != candidate.priority:
            return preemptor.priority > candidate.priority
        return queue_time(preemptor, gates) < queue_time(candidate, gates)
    return policy == ANY


def eligible(search: VictimSearch, queue: QueueSnapshot, policy: str) -> list[WorkloadInfo]:
    """Return the workloads of a queue that use something of what is needed, and that a policy gives up.

    They are in the order of `candidate_order`.
    """
    if policy == NEVER:
        return []
    preemptor, gates, users = search.info.workload, search.snapshot.gates, queue.users(search.needed)
    if policy == ANY:
        return list(users)
    return [info for info in users if satisfies(policy, preemptor, info.workload, gates)]


def candidate_order(info: WorkloadInfo, queue: str) -> tuple[bool, bool, tuple[int, float, str]]:
    """Return what candidates are sorted by (CandidatesOrdering).

    Evicted ones first, then those of other queues, then by lower priority, later reservation, and uid.
    """
    return not info.workload.evicted, info.cluster_queue == queue, info.victim_order
