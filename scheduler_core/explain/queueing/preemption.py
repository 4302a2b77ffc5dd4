"""The workloads that a workload would preempt, or why none: the policy, and the holders of the missing quota."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from scheduler_core.queueing.cycle.entry import Nomination
from scheduler_core.queueing.objects.amounts import FlavorResource
from scheduler_core.queueing.objects.cluster_queue import ANY, LOWER_OR_NEWER, NEVER, Preemption
from scheduler_core.queueing.objects.workload import Workload
from scheduler_core.queueing.preemption.candidates import satisfies
from scheduler_core.queueing.snapshot.info import WorkloadInfo
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot

from .bars import held_quota, members
from .contract import PossibleVictim, PreemptionAnswer, PreemptionPolicy, VictimReason, VictimVerdict
from .desk import Desk

MOST = 20
_Field = Literal["withinClusterQueue", "reclaimWithinCohort", "borrowWithinCohort"]


def preemption_answer(
    desk: Desk, workload: Workload, queue: QueueSnapshot, nomination: Nomination, fr: FlavorResource
) -> PreemptionAnswer:
    """Return the workloads to preempt for a flavor's resource of which too little is unused."""
    targets = {target.info.key for target in nomination.targets}
    decides, allowed = ("", set[str]()) if targets else _under_other_policies(desk, workload, queue)
    candidates = [
        _candidate(desk, workload, queue, info, fr, targets, allowed, decides)
        for other in members(desk, queue, fr)
        for info in other.workloads.values()
        if info.usage.quota.get(fr)
    ]
    order = {"preempted": 0, "allowed": 1, "safe": 2}
    candidates.sort(key=lambda c: (order[c["verdict"]], -c["amount"]["amount"], c["workload"]))
    return {
        "policies": list(_policies(queue)),
        "decides": decides,
        "candidates": candidates[:MOST],
        "candidate_count": len(candidates),
    }


def looser_policies(policy: Preemption) -> Iterator[tuple[_Field, str, Preemption]]:
    """Yield the policies that allow one thing more: field, its new value, and all policies together."""
    if policy.reclaim_within_cohort != ANY:
        yield "reclaimWithinCohort", ANY, replace(policy, reclaim_within_cohort=ANY)
    if policy.within_cluster_queue == NEVER:
        yield "withinClusterQueue", LOWER_OR_NEWER, replace(policy, within_cluster_queue=LOWER_OR_NEWER)


def _under_other_policies(desk: Desk, workload: Workload, queue: QueueSnapshot) -> tuple[str, set[str]]:
    """Return the first policy that would have to be another one, and whom the workload would preempt then."""
    for field, _, policy in looser_policies(queue.spec.preemption):
        with desk.under(queue, policy):
            nomination = desk.tried(workload)
        if nomination is not None and nomination.targets:
            return field, {target.info.key for target in nomination.targets}
    return "", set()


def _candidate(
    desk: Desk,
    workload: Workload,
    queue: QueueSnapshot,
    info: WorkloadInfo,
    fr: FlavorResource,
    targets: set[str],
    allowed: set[str],
    decides: str,
) -> PossibleVictim:
    borrowed = desk.snapshot.queues[info.cluster_queue].borrows_with(fr)
    verdict: VictimVerdict = (
        "preempted" if info.key in targets else "allowed" if info.key in allowed else "safe"
    )
    reason = _reason(desk, workload, queue, info, verdict, decides, borrowed=borrowed)
    return {**held_quota(desk, info, fr), "verdict": verdict, "reason": reason, "borrowed": borrowed}


def _reason(
    desk: Desk,
    workload: Workload,
    queue: QueueSnapshot,
    info: WorkloadInfo,
    verdict: VictimVerdict,
    decides: str,
    *,
    borrowed: bool,
) -> VictimReason:
    if verdict == "preempted":
        return "needed"
    if verdict == "allowed":
        return "policy"
    own, policies = info.cluster_queue == queue.name, queue.spec.preemption
    if not own and not borrowed:
        return "within_nominal"
    field, policy = (
        ("withinClusterQueue", policies.within_cluster_queue)
        if own
        else ("reclaimWithinCohort", policies.reclaim_within_cohort)
    )
    if field == decides:  # another policy would let the workload preempt, and this one stays all the same
        return "not_needed"
    if policy == NEVER:
        return "policy"
    return "not_needed" if satisfies(policy, workload, info.workload, desk.snapshot.gates) else "priority"


def _policies(queue: QueueSnapshot) -> Iterator[PreemptionPolicy]:
    policy = queue.spec.preemption
    values: dict[_Field, str] = {
        "withinClusterQueue": policy.within_cluster_queue,
        "reclaimWithinCohort": policy.reclaim_within_cohort,
        "borrowWithinCohort": policy.borrow_within_cohort,
    }
    for field, value in values.items():
        path = f"spec.preemption.{field}" + (".policy" if field == "borrowWithinCohort" else "")
        yield {
            "field": field,
            "value": value,
            "source": {"object": f"ClusterQueue {queue.name}", "path": path},
        }
