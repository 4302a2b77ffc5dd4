"""Which pods of a node would have to go.

Mirrors SelectVictimsOnNode of pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go @ v1.34.1.
"""

from __future__ import annotations

import numpy as np

from scheduler_core.cluster.snapshot import Snapshot
from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.interfaces import Candidate
from scheduler_core.framework.runtime import Framework
from scheduler_core.framework.status import SUCCESS, Code, Status, unresolvable
from scheduler_core.objects.cluster import PodDisruptionBudget
from scheduler_core.objects.pod import Pod

NO_VICTIMS = unresolvable("No preemption victims found for incoming pod")

# A pod without status.startTime counts as started now: after the pods of the input, before those bound in the run.
_NOW = "2026-01-01T00:00:00Z"


def started(pod: Pod) -> str:
    """GetPodStartTime; RFC 3339 in UTC, so that text order is time order."""
    return pod.started or _NOW


def importance(pod: Pod) -> tuple[int, str]:
    """Sorts the most important pod first: higher priority, then longer running (MoreImportantPod)."""
    return (-pod.template.priority, started(pod))


def nodes_with_lower(snapshot: Snapshot, pod: Pod) -> set[int]:
    """The nodes with pods of lower priority; on all others there is no victim to be found."""
    lower = (nodes for other, nodes in snapshot.placed.items() if other.priority < pod.template.priority)
    return set().union(*lower)


def select_victims(
    framework: Framework, state: CycleState, pod: Pod, node: int, budgets: list[PodDisruptionBudget]
) -> Candidate | Status:
    """The candidate that a node with pods of lower priority is, or why it is none.

    All pods of lower priority leave; then as many as possible come back, those that a budget protects first,
    and the most important ones first.
    """
    snapshot = framework.handle.snapshot
    lower = [p for p in snapshot.pods_on(node) if p.template.priority < pod.template.priority]
    if state.unprepared:
        return _unprepared(state)
    with snapshot.what_if(node):
        trial = _Trial(framework, state.clone(), pod, node)
        for victim in lower:
            trial.remove(victim)
        if not (status := trial.status()).ok:
            return status
        violating, others = split_by_budget(sorted(lower, key=importance), budgets)
        victims = [v for v in violating if not trial.reprieve(v)]
        violations = len(victims)
        victims += [v for v in others if not trial.reprieve(v)]
    if framework.handle.version.victims_are_sorted:
        victims.sort(key=importance)
    return Candidate(node, tuple(victims), violations)


# What a plugin says that is told of pods that leave while its PreFilter was not reached, in the default order.
_UNREAD = {
    "VolumeRestrictions": 'cannot read "PreFilterVolumeRestrictions" from cycleState',
    "PodTopologySpread": 'reading "PreFilterPodTopologySpread" from cycleState: not found',
    "InterPodAffinity": 'error reading "PreFilterInterPodAffinity" from cycleState: not found',
}


def _unprepared(state: CycleState) -> Status:
    """Versions that preempt for a pod which PreFilter rejected fail at the first plugin that has counted nothing."""
    plugin = next((name for name in state.unprepared if name in _UNREAD), state.unprepared[0])
    why = _UNREAD.get(plugin, f'error reading "PreFilter{plugin}" from cycleState: not found')
    return Status(Code.Error, (f'running RemovePod on PreFilter plugin "{plugin}": {why}',))


class _Trial:
    """A node whose pods leave and come back, with the filters run in between."""

    def __init__(self, framework: Framework, state: CycleState, pod: Pod, node: int) -> None:
        self.framework, self.state, self.pod, self.node = framework, state, pod, node

    def remove(self, other: Pod) -> None:
        self.framework.handle.snapshot.forget(other)
        self.framework.run_remove_pod(self.state, self.pod, other, self.node)

    def reprieve(self, other: Pod) -> bool:
        """Brings a pod back; takes it away again when the incoming pod no longer fits."""
        self.framework.handle.snapshot.assume(other, self.node)
        self.framework.run_add_pod(self.state, self.pod, other, self.node)
        fits = self.status().ok
        if not fits:
            self.remove(other)
        return fits

    def status(self) -> Status:
        run = self.framework.run_filter_with_nominated(self.state, self.pod, np.array([self.node]))
        return SUCCESS if run.passed[0] else run.first_status(0)


def split_by_budget(pods: list[Pod], budgets: list[PodDisruptionBudget]) -> tuple[list[Pod], list[Pod]]:
    """filterPodsWithPDBViolation: pods whose eviction would break a budget, and the others."""
    allowed = [b.disruptions_allowed for b in budgets]
    violating: list[Pod] = []
    others: list[Pod] = []
    for pod in pods:
        violated = False
        for i, budget in enumerate(budgets):
            if _protects(budget, pod):
                allowed[i] -= 1
                violated |= allowed[i] < 0
        (violating if violated else others).append(pod)
    return violating, others


def _protects(budget: PodDisruptionBudget, pod: Pod) -> bool:
    """A budget with an empty selector protects nothing, and a disruption under way is not counted again."""
    return (
        bool(budget.selector.requirements)
        and budget.meta.namespace == pod.namespace
        and bool(pod.template.labels)
        and budget.selector.matches(pod.template.labels)
        and pod.name not in budget.disrupted
    )
