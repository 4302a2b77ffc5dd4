"""Preemption for a pod group as a whole (WorkloadAwarePreemption).

Mirrors PodGroupEvaluator of pkg/scheduler/framework/preemption/podgrouppreemption.go and types.go @ v1.36.2. Upstream
lists the possible victims in the order of a map; here they are in nodeOrder, then in the order in which they came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.podgroups import PodGroup
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.status import SUCCESS, Status, unresolvable, unschedulable
from scheduler_core.scheduler.plugins.defaultpreemption.victims import split_by_budget, start_time

from .record import GroupPreemption, Trial, Victim

NEVER = "not eligible due to preemptionPolicy=Never."
TERMINATING = "not eligible due to a terminating pod on the nominated node."
NO_VICTIMS = "No preemption victims found for incoming preemptor"
WITH_CONSTRAINTS = "workload aware preemption is not supported for pod groups with scheduling constraints"


def importance(victim: Victim) -> tuple[int, bool, int, str]:
    """Return the sort key that puts the more important victim first (moreImportantVictim)."""
    start = min(start_time(pod) for pod, _ in victim.placed)
    size = len(victim.placed) if victim.of_pod_group else 0
    return -victim.priority, not victim.of_pod_group, -size, start


def preempt(
    handle: Handle,
    group: PodGroup,
    members: list[Pod],
    try_group: Callable[[], Trial],
    still_fits: Callable[[], bool] | None = None,
) -> GroupPreemption:
    """Look for pods of lower priority without which the group fits; the snapshot is as before on return.

    `still_fits` tells whether it does with a victim back; without it the whole group is tried again.
    """
    if group.topology_key and not handle.version.groups_preempt_alone:
        return _failed(unschedulable(WITH_CONSTRAINTS))
    if reason := _ineligibility(handle, group, members):
        return _failed(unschedulable(reason))
    possible = [v for v in _possible_victims(handle) if v.priority < group.priority]
    if not possible:
        return _failed(unresolvable(NO_VICTIMS))
    with _restored(handle.snapshot):
        for victim in possible:
            _remove(handle.snapshot, victim)
        trial = try_group()
        if not trial.status.ok:
            return _failed(trial.status)
        return _with_reprieves(handle, possible, still_fits or (lambda: try_group().status.ok))


def _failed(status: Status) -> GroupPreemption:
    return GroupPreemption(status, [], [])


def _with_reprieves(
    handle: Handle, possible: list[Victim], still_fits: Callable[[], bool]
) -> GroupPreemption:
    """Add victims back while the group still fits: those that budgets protect first, then the more important."""
    ordered = sorted(possible, key=importance)
    violating, others = _split(ordered, handle)
    victims: list[Victim] = []
    reprieved: list[Victim] = []
    for victim in (*violating, *others):
        _add(handle.snapshot, victim)
        if still_fits():
            reprieved.append(victim)
        else:
            _remove(handle.snapshot, victim)
            victims.append(victim)
    return GroupPreemption(SUCCESS, sorted(victims, key=importance), reprieved)


def _split(victims: list[Victim], handle: Handle) -> tuple[list[Victim], list[Victim]]:
    """Split victims into those of which a pod is protected by a budget, and the others."""
    pods = [pod for v in victims for pod, _ in v.placed]
    protected, _ = split_by_budget(pods, handle.objects.budgets, handle.version)
    keys = {pod.key for pod in protected}
    violating = [v for v in victims if any(pod.key in keys for pod, _ in v.placed)]
    return violating, [v for v in victims if v not in violating]


def _possible_victims(handle: Handle) -> Iterable[Victim]:
    """Return all running pods; those of a group with disruption mode PodGroup are one victim, of its priority."""
    victims: dict[str, Victim] = {}
    for node in range(len(handle.snapshot)):
        for pod in handle.snapshot.pods_on(node):
            group = handle.pod_groups.of(pod)
            if group is None or group.disruption_mode != "PodGroup":
                victims[f"pod {pod.key}"] = Victim([(pod, node)], pod.template.priority)
            elif group.key in victims:
                victims[group.key].placed.append((pod, node))
            else:
                victims[group.key] = Victim([(pod, node)], group.priority)
    return victims.values()


def _ineligibility(handle: Handle, group: PodGroup, members: list[Pod]) -> str:
    """Return why the group may not preempt others, "" if it may (preemptorEligibleToPreemptOthers)."""
    if any(pod.template.preemption_policy == "Never" for pod in members):
        return NEVER
    nominated = {handle.nominator.node_of(pod.key) for pod in members}
    for name in sorted(nominated & handle.snapshot.index.keys()):
        for pod in handle.snapshot.pods_on(handle.snapshot.index[name]):
            of = handle.pod_groups.of(pod)
            priority = pod.template.priority if of is None else of.priority
            if priority < group.priority and pod.template.terminating and pod.template.preempted:
                return TERMINATING
    return ""


def _remove(snapshot: Snapshot, victim: Victim) -> None:
    for pod, _ in victim.placed:
        snapshot.forget(pod)


def _add(snapshot: Snapshot, victim: Victim) -> None:
    for pod, node in victim.placed:
        snapshot.assume(pod, node)


@contextmanager
def _restored(snapshot: Snapshot) -> Iterator[None]:
    """Put all pods back on their nodes on exit, in the order in which they came."""
    before = {node: snapshot.pods_on(node) for node in range(len(snapshot))}
    ports = dict(snapshot.freed_ports)
    try:
        yield
    finally:
        for node, pods in before.items():
            if [pod.key for pod in snapshot.pods_on(node)] != [pod.key for pod in pods]:
                for pod in snapshot.pods_on(node):
                    snapshot.forget(pod)
                for pod in pods:
                    snapshot.assume(pod, node)
        snapshot.freed_ports = ports
