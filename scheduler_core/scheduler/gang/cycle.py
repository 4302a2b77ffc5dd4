"""The cycle of a pod group, from top to bottom.

Mirrors podGroupCycle and submitPodGroupAlgorithmResult of pkg/scheduler/schedule_one_podgroup.go @ v1.36.2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.podgroups import PodGroup
from scheduler_core.kubernetes.versions.gates import TOPOLOGY_AWARE, WORKLOAD_AWARE_PREEMPTION
from scheduler_core.scheduler.config import ProfileConfig
from scheduler_core.scheduler.framework.claims import ClaimWrites
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.runtime import Framework
from scheduler_core.scheduler.framework.status import Code, Status, failure

from .members import Search, try_members
from .placements import best_placement, failed_trial, try_placements
from .preemption import preempt
from .record import UNSCHEDULABLE, GangRecord, MemberResult, PlacementTrial, Rejection, Trial, condition_of
from .rehearsal import FOUND, Rehearsal

_OTHER_SCHEDULER = (
    'all pods in a single pod group should have the same .spec.schedulerName set, got: "{}" and "{}"'
)

_OTHER_PRIORITY = (
    "all pods in a single pod group should have the same priority as the pod group's priority, got {} and {}"
)


def in_order(members: Sequence[Pod], attempt_order: Mapping[str, int]) -> list[Pod]:
    """Return members in the order in which they are tried: by priority, then by the time of their first attempt.

    Members without one are attempted now, in the order given.
    """
    first = {pod.key: attempt_order.get(pod.key, len(attempt_order) + i) for i, pod in enumerate(members)}
    return sorted(members, key=lambda pod: (-pod.template.priority, first[pod.key]))


def schedule_group(
    framework: Framework, config: ProfileConfig, members: list[Pod], not_in_queue: list[str], search: Search
) -> GangRecord:
    """Try the members of a pod group and decide what becomes of them; the cluster is unchanged on return.

    `members` are in the order in which they are tried. The caller applies the outcome.
    """
    handle = framework.handle
    record = GangRecord(members[0].template.pod_group_key, framework, members, not_in_queue)
    record.last_cycles = search.last
    record.scheduled_before = handle.pod_groups.scheduled_count(record.key)
    group = handle.pod_groups.groups.get(record.key)
    error = _scheduler_conflict(members)
    if not error and group is not None and handle.version.members_have_group_priority:
        error = _priority_conflict(members, group)
    if error:
        _reject_all(record, failure(error))
        return record
    with handle.on_trial():
        _try_group(record, config, group, search)
        if record.status.code is Code.Unschedulable and group is not None:
            _preempt(record, config, group, search)
        _collect_victims(record)
        _submit(record)
        handle.pod_groups.set_condition(record.key, condition_of(record.trial))
        record.condition = handle.pod_groups.conditions[record.key]
    if record.victims:
        record.claims_released = handle.claims.released_by(record.victims)
    return record


def _scheduler_conflict(members: list[Pod]) -> str:
    first, *others = dict.fromkeys(pod.template.scheduler_name for pod in members)
    return _OTHER_SCHEDULER.format(first, others[0]) if others else ""


def _priority_conflict(members: list[Pod], group: PodGroup) -> str:
    """Return why the members do not have the priority of their group, "" if they do (validatePodGroup @ v1.37)."""
    others = (p for pod in members if (p := pod.template.priority) != group.priority)
    return next((_OTHER_PRIORITY.format(priority, group.priority) for priority in others), "")


def _reject_all(record: GangRecord, status: Status) -> None:
    record.trial = Trial(status=status)
    record.rejections = {pod.key: Rejection(pod, status, "") for pod in record.members}


def _try_group(record: GangRecord, config: ProfileConfig, group: PodGroup | None, search: Search) -> None:
    handle = record.framework.handle
    if group is None or TOPOLOGY_AWARE not in handle.version.gates:
        record.trial = try_members(record.framework, record.members, search)
        return
    if not group.topology_key:
        record.trial = try_members(record.framework, record.members, search)
        record.placements = [PlacementTrial("", list(range(len(handle.snapshot))), record.trial)]
        if not record.trial.works:
            record.trial = failed_trial(record.placements)
        return
    record.placements, error = try_placements(record.framework, config, group, record.members, search)
    failed = next((p for p in record.placements if p.trial.status.code is Code.Error), None)
    if error is not None:
        record.trial = Trial(status=error)
    elif failed is not None:
        record.chosen, record.trial = failed, failed.trial
    else:
        record.chosen, record.scores = best_placement(record.framework, group, record.placements)
        record.trial = record.chosen.trial if record.chosen else failed_trial(record.placements)
        if record.chosen is None and record.placements:
            record.chosen = record.placements[0]


def _preempt(record: GangRecord, config: ProfileConfig, group: PodGroup, search: Search) -> None:
    """Look for victims for the group as a whole, if that is on (runWorkloadAwarePreemption)."""
    framework = record.framework
    if WORKLOAD_AWARE_PREEMPTION not in framework.handle.version.gates:
        return

    if framework.handle.version.groups_preempt_alone:
        rehearsal = Rehearsal(framework, config, group, record.members, search)
        preemption = preempt(framework.handle, group, record.members, rehearsal.whole, rehearsal.still_fits)
        preemption.nominations = rehearsal.nodes
    else:

        def try_group() -> Trial:
            return try_members(framework, record.members, search, post_filter=False)

        preemption = preempt(framework.handle, group, record.members, try_group)
    record.preemption = preemption
    if preemption.status.ok:
        record.trial.waiting_on_preemption = True
        if preemption.nominations:
            reasons = (*record.status.reasons, FOUND.format(len(preemption.pods)))
            record.trial.status = Status(record.status.code, reasons)
    elif preemption.status.code is Code.Error:
        record.trial.status = preemption.status
    else:
        reasons = (*record.status.reasons, preemption.status.message)
        record.trial.status = Status(record.status.code, reasons)


def _collect_victims(record: GangRecord) -> None:
    """List the victims of members, which are evicted at once, and those of the group, each once."""
    by_members = [
        victim
        for result in record.trial.results
        if result.record.post_filter is not None
        for victim in result.record.post_filter.deleted
    ]
    victims = {pod.key: pod for pod in (*by_members, *record.victims_by_group)}
    record.victims = [victims[key] for key in sorted(victims)]


def _submit(record: GangRecord) -> None:
    """Bind the members that were placed if the group is schedulable; otherwise say why each stays pending."""
    results = {result.pod.key: result for result in record.trial.results}
    placed: list[MemberResult] = []
    for pod in record.members:
        result = results.get(pod.key)
        if result is not None and result.status.ok and record.status.ok:
            placed.append(result)
        else:
            record.rejections[pod.key] = _rejection(record, pod, result)
    _bind(record, placed)


def _rejection(record: GangRecord, pod: Pod, result: MemberResult | None) -> Rejection:
    trial, nominations = record.trial, record.preemption.nominations if record.preemption is not None else {}
    if trial.waiting_on_preemption and pod.key in nominations:
        failed = result is not None and not result.status.ok
        status = result.status if result is not None and failed else trial.status
        return Rejection(pod, status, nominations[pod.key])
    if trial.status.code is Code.Error:
        own = result is not None and result.status.code is Code.Error
        return Rejection(pod, result.status if result is not None and own else trial.status, "")
    if result is None:
        return Rejection(pod, trial.status, None)
    if result.status.ok and trial.waiting_on_preemption:
        return Rejection(pod, trial.status, result.node_name)
    if result.permit is not None and not trial.waiting_on_preemption:
        ends_early = record.framework.handle.version.gangs_end_early
        reasons = trial.status.reasons if ends_early else result.permit.reasons
        return Rejection(pod, Status(Code.Unschedulable, (UNSCHEDULABLE, *reasons)), "")
    return Rejection(pod, result.status, result.nominated_node)


def _bind(record: GangRecord, placed: list[MemberResult]) -> None:
    """Reserve for all members that are bound, then run PreBind for one after the other."""
    handle = record.framework.handle
    for result in placed:
        assert result.node is not None
        result.record.framework.run_reserve(result.record.state, result.pod, result.node)
    for result in placed:
        status = _pre_bind(result, handle)
        if status.ok:
            record.bound[result.pod.key] = result.node_name or ""
        else:
            record.pre_bind_failures[result.pod.key] = status


def _pre_bind(result: MemberResult, handle: Handle) -> Status:
    record, node = result.record, result.node
    assert node is not None
    record.pre_bind = record.framework.run_pre_bind(record.state, record.pod, node)
    if (written := record.state.get(ClaimWrites)) is not None:
        record.framework.unreserve(record.state, record.pod, node)
        handle.claims.apply(written)
    if not record.pre_bind.ok:
        record.selected, record.pre_bind_node = None, node
    return record.pre_bind
