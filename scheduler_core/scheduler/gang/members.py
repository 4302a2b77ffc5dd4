"""The members of a pod group, tried one after the other: each sees those before it.

Mirrors podGroupSchedulingDefaultAlgorithm and podGroupPodSchedulingAlgorithm of
pkg/scheduler/schedule_one_podgroup.go @ v1.36.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.cycle.cycle import CycleRecord, choose_node
from scheduler_core.scheduler.framework.assumed import VolumeDecisions
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.runtime import Framework
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, failure, unschedulable

from .record import UNSCHEDULABLE, WAITS_FOR_PREEMPTION, MemberResult, Trial

NONE_FITS = "no pods were schedulable"
_OUT_OF_REACH = "minCount ({}) cannot be satisfied: {} scheduled, {} remaining"
_NOT_YET = "minCount ({}) is not yet satisfied: {} scheduled, {} remaining"


@dataclass(slots=True)
class Search:
    """How members search for nodes; `start_index` moves on with each of them. `rng(i)` breaks ties for the i-th.

    `last` has by pod the last cycle of each member, in whichever trial that was.
    """

    percentage: int
    start_index: int
    rng: Callable[[int], Random | None]
    last: dict[str, CycleRecord] = field(default_factory=dict)


def try_members(
    framework: Framework, members: Sequence[Pod], search: Search, *, post_filter: bool = True
) -> Trial:
    """Try all members and roll them back; a member that does not fit does not stop the others, an error does."""
    progress = Progress.before(framework, members)
    with assuming(framework) as assumed:
        trial = Trial()
        if progress is not None and not progress.settle(trial):
            return trial
        for i, pod in enumerate(members):
            result = try_member(framework, pod, search, i, post_filter=post_filter)
            trial.results.append(result)
            if result.node is not None:
                assumed.append(result)
            if result.status.code is Code.Error:
                reason = f"failed to schedule other pod from a pod group: {result.status.message}"
                trial.status, trial.waiting_on_preemption = failure(reason), False
                break
            if progress is not None:
                progress.count(result)
                if not progress.settle(trial):
                    break
            elif result.permit is not None and result.permit.ok:
                _permit(trial)
    if progress is not None and trial.status.ok and not any(result.status.ok for result in trial.results):
        trial.status = unschedulable(NONE_FITS)
    return trial


@dataclass(slots=True)
class Progress:
    """How far the members of a group have come (PlacementProgress); `scheduled` includes those that run.

    Mirrors PlacementFeasible of pkg/scheduler/framework/plugins/gangscheduling/gangscheduling.go @ v1.37.
    """

    minimum: int
    scheduled: int
    remaining: int

    @classmethod
    def before(cls, framework: Framework, members: Sequence[Pod]) -> Progress | None:
        """Return how far a group is before a trial, None where a version asks only once all were tried."""
        groups = framework.handle.pod_groups
        group = groups.of(members[0])
        if group is None or not framework.handle.version.gangs_end_early:
            return None
        return cls(group.min_count or 1, groups.scheduled_count(group.key), len(members))

    def count(self, result: MemberResult) -> None:
        self.remaining -= 1
        self.scheduled += result.status.ok

    def settle(self, trial: Trial) -> bool:
        """Set the trial's result so far; return whether it continues."""
        if self.scheduled >= self.minimum:
            trial.status = SUCCESS
            return True
        far = self.scheduled + self.remaining >= self.minimum
        words = _NOT_YET if far else _OUT_OF_REACH
        trial.status = unschedulable(words.format(self.minimum, self.scheduled, self.remaining))
        return far


def _permit(trial: Trial) -> None:
    """Note that a member may be bound, and with it all that were placed, unless one of them needs preemption."""
    if any(result.requires_preemption for result in trial.results):
        trial.status = unschedulable(UNSCHEDULABLE, WAITS_FOR_PREEMPTION)
        trial.waiting_on_preemption = True
    else:
        trial.status = SUCCESS


def try_member(
    framework: Framework, pod: Pod, search: Search, number: int, *, post_filter: bool = True
) -> MemberResult:
    """Find a node for a member and let it take that node, or the one that preemption would free."""
    record = choose_node(
        framework,
        pod,
        percentage=search.percentage,
        start_index=search.start_index,
        rng=search.rng(number),
        state=CycleState(of_pod_group=True),
        post_filter=post_filter and not framework.handle.version.groups_preempt_alone,
    )
    search.start_index = record.next_start_index
    search.last[pod.key] = record
    node = record.selected
    if node is None and record.nominated_node:
        node = framework.handle.snapshot.index[record.nominated_node]
    if node is None:
        return MemberResult(record, _failure(record))
    return _assume(record, node)


def _failure(record: CycleRecord) -> Status:
    return failure(record.error) if record.error else unschedulable(record.fit_error)


def _assume(record: CycleRecord, node: int) -> MemberResult:
    """Place the member on the node, run Reserve and Permit; take it back if one of them fails."""
    framework, pod = record.framework, record.pod
    requires_preemption = record.selected is None
    assume(framework, pod, node)
    record.reserve = framework.run_reserve(record.state, pod, node)
    if not record.reserve.ok:
        record.selected = None
        forget(framework, pod)
        return MemberResult(record, record.reserve)
    if (decisions := record.state.get(VolumeDecisions)) is not None:
        framework.handle.volumes.assume(decisions)
    permit = framework.run_permit(record.state, pod, node)
    if not permit.ok and permit.code is not Code.Wait:
        framework.unreserve(record.state, pod, node)
        forget(framework, pod)
        record.selected, record.reserve = None, permit
        return MemberResult(record, permit)
    status = _failure(record) if requires_preemption else SUCCESS
    return MemberResult(record, status, node, permit, requires_preemption)


def assume(framework: Framework, pod: Pod, node: int) -> None:
    """Place a pod on a node for the rest of the cycle, which ends its nomination."""
    handle = framework.handle
    name = handle.snapshot.nodes[node].name
    handle.snapshot.assume(replace(pod, node_name=name), node)
    handle.pod_groups.assume(pod, name)
    handle.nominator.delete(pod.key)


def forget(framework: Framework, pod: Pod) -> None:
    """Take a pod from the node on which it was assumed."""
    handle = framework.handle
    handle.snapshot.forget(handle.snapshot.pod(pod.key))
    handle.pod_groups.forget(pod)


@contextmanager
def assuming(framework: Framework) -> Iterator[list[MemberResult]]:
    """Let the caller list members that it assumed; give back on exit what they hold, the last one first."""
    assumed: list[MemberResult] = []
    try:
        yield assumed
    finally:
        for result in reversed(assumed):
            assert result.node is not None
            framework.unreserve(result.record.state, result.pod, result.node)
            forget(framework, result.pod)
