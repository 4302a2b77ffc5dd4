"""The pods of a node that would have to be evicted.

Mirrors SelectVictimsOnNode of pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from scheduler_core import allowance
from scheduler_core.kubernetes.objects.cluster import PodDisruptionBudget
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.versions import Version
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.interfaces import Candidate
from scheduler_core.scheduler.framework.runtime import Framework
from scheduler_core.scheduler.framework.status import SUCCESS, Status, failure, unresolvable

NO_VICTIMS = unresolvable("No preemption victims found for incoming pod")

# A pod without status.startTime counts as started now: after the input's pods, before those bound in the run.
NOW = "2026-01-01T00:00:00Z"
# As many elements Go's sort.Slice sorts by insertion.
_INSERTION_SORT = 12


def start_time(pod: Pod) -> str:
    """Return the start time in RFC 3339, UTC, so that text order is time order (GetPodStartTime)."""
    return pod.start_time or NOW


def by_importance(pods: Iterable[Pod]) -> list[Pod]:
    """Return the pods with the more important ones first: higher priority, then longer running (MoreImportantPod).

    Upstream takes the time anew whenever it compares a pod without a start time, so that of two such pods the one that
    it names first is more important. Its sort of up to 12 pods, by insertion, thereby turns their order around.
    """
    listed = list(pods)
    if len(listed) > _INSERTION_SORT:
        return sorted(listed, key=lambda pod: (-pod.template.priority, start_time(pod)))
    for end in range(1, len(listed)):
        at = end
        while at and _more_important(listed[at], listed[at - 1]):
            listed[at - 1], listed[at] = listed[at], listed[at - 1]
            at -= 1
    return listed


def _more_important(one: Pod, other: Pod) -> bool:
    if one.template.priority != other.template.priority:
        return one.template.priority > other.template.priority
    if not one.start_time and not other.start_time:
        return True
    return start_time(one) < start_time(other)


def nodes_with_lower_priority(snapshot: Snapshot, pod: Pod) -> set[int]:
    """Return the nodes with pods of lower priority; no other node has a possible victim."""
    lower = (
        nodes for other, nodes in snapshot.nodes_by_class.items() if other.priority < pod.template.priority
    )
    return set().union(*lower)


def select_victims(
    framework: Framework, state: CycleState, pod: Pod, node: int, budgets: list[PodDisruptionBudget]
) -> Candidate | Status:
    """Return a node with pods of lower priority as a candidate, or the status why it is not one.

    All pods of lower priority are removed. Then as many as possible are reprieved: first those that a budget
    protects, and among these and the others the most important first.
    """
    allowance.check()
    snapshot = framework.handle.snapshot
    lower = [p for p in snapshot.pods_on(node) if p.template.priority < pod.template.priority]
    if error := framework.remove_pod_error(state):
        return failure(error)
    with snapshot.what_if(node):
        trial = _Trial(framework, state.clone(), pod, node)
        for victim in lower:
            trial.remove(victim)
        if not (status := trial.status()).ok:
            return status
        violating, others = split_by_budget(by_importance(lower), budgets, framework.handle.version)
        victims = [v for v in violating if not trial.reprieve(v)]
        violations = len(victims)
        victims += [v for v in others if not trial.reprieve(v)]
    if not victims:  # as DryRunPreemption has it: the pod fits with all of them, which Filter denied before
        return failure(f'expected at least one victim pod on node "{snapshot.nodes[node].name}"')
    if framework.handle.version.victims_are_sorted and violating and others:
        victims = by_importance(victims)
    return Candidate(node, tuple(victims), violations)


class _Trial:
    """A node whose pods are removed and added back, with the filters run in between."""

    def __init__(self, framework: Framework, state: CycleState, pod: Pod, node: int) -> None:
        self.framework, self.state, self.pod, self.node = framework, state, pod, node

    def remove(self, other: Pod) -> None:
        self.framework.handle.snapshot.forget(other)
        self.framework.run_remove_pod(self.state, self.pod, other, self.node)

    def reprieve(self, other: Pod) -> bool:
        """Add a pod back; remove it again and return False if the incoming pod no longer fits."""
        self.framework.handle.snapshot.assume(other, self.node)
        self.framework.run_add_pod(self.state, self.pod, other, self.node)
        fits = self.status().ok
        if not fits:
            self.remove(other)
        return fits

    def status(self) -> Status:
        run = self.framework.run_filter_with_nominated(self.state, self.pod, np.array([self.node]))
        return SUCCESS if run.passed[0] else run.rejection(0)


def split_by_budget(
    pods: list[Pod], budgets: list[PodDisruptionBudget], version: Version
) -> tuple[list[Pod], list[Pod]]:
    """Split pods into those whose eviction would violate a budget and the others (filterPodsWithPDBViolation)."""
    allowed = [b.disruptions_allowed for b in budgets]
    violating: list[Pod] = []
    others: list[Pod] = []
    for pod in pods:
        violated = False
        for i, budget in enumerate(budgets):
            if protects(budget, pod, version):
                allowed[i] -= 1
                violated |= allowed[i] < 0
        (violating if violated else others).append(pod)
    return violating, others


def protects(budget: PodDisruptionBudget, pod: Pod, version: Version) -> bool:
    """Return whether preemption counts the pod for the budget.

    Before v1.38 an empty selector counts none, and pods without labels are not counted.
    """
    named = bool(budget.selector.requirements) and bool(pod.template.labels)
    return (named or version.empty_budgets_protect) and budget.counts(pod)
