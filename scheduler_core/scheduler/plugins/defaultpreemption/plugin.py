"""Mirrors pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go and
pkg/scheduler/framework/preemption/preemption.go @ v1.34.1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.versions.gates import TOPOLOGY_AWARE, WORKLOAD_AWARE_PREEMPTION
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.extender.contract import ExtenderError
from scheduler_core.scheduler.framework.fit_error import fit_message
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Candidate, PostFilterResult
from scheduler_core.scheduler.framework.runtime import Framework
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, distinct, unschedulable

from .choice import best_candidates
from .crowded import crowded_nodes
from .victims import NO_VICTIMS, nodes_with_lower_priority, select_victims

NOT_HELPFUL = "Preemption is not helpful for scheduling"
_NEVER = "not eligible due to preemptionPolicy=Never."
_GROUP_PREEMPTS = "not eligible due to workload aware preemption enabled"
_PLACED = "found a potential placement for pod on node {node}, preempting {victims} victims"
_GROUP_IS_PLACED = "not eligible due to placement-based pod group scheduling limitation"
_TERMINATING = "not eligible due to a terminating pod on the nominated node."


@dataclass(frozen=True, slots=True)
class PreemptionArgs:
    """DefaultPreemptionArgs: how many candidate nodes the dry run collects."""

    min_nodes_where_preemption_might_help_percentage: int = 10
    min_nodes_where_preemption_might_help_absolute: int = 100

    def calculate_num_candidates(self, nodes: int) -> int:
        """Return how many candidates suffice among this many nodes (calculateNumCandidates)."""
        limit = max(
            nodes * self.min_nodes_where_preemption_might_help_percentage // 100,
            self.min_nodes_where_preemption_might_help_absolute,
        )
        return min(limit, nodes)


class DefaultPreemption:
    """Nominates a node on which evicting pods of lower priority makes room."""

    name = "DefaultPreemption"

    def __init__(self, handle: Handle, args: PreemptionArgs) -> None:
        self.handle = handle
        self.args = args
        self._framework: Framework | None = None

    def attach(self, framework: Framework) -> None:
        self._framework = framework

    def post_filter(self, state: CycleState, pod: Pod, statuses: dict[int, Status]) -> PostFilterResult:
        result = self._preempt(state, pod, statuses)
        return self._silenced(pod, result) if self.handle.version.preemption_is_silent else result

    def _silenced(self, pod: Pod, result: PostFilterResult) -> PostFilterResult:
        """Return the result of old versions: without reasons; only if no node can be examined, a nomination ends."""
        if not result.status.code.rejected:
            result.rejected = dict.fromkeys(result.rejected, unschedulable())
            return result
        clears = result.ran and not result.rejected and self.handle.nominator.node_of(pod.key)
        rejected = dict.fromkeys(result.rejected, unschedulable())
        return PostFilterResult(unschedulable(), "" if clears else None, rejected=rejected, ran=result.ran)

    def _preempt(self, state: CycleState, pod: Pod, statuses: dict[int, Status]) -> PostFilterResult:
        if reason := self._ineligibility(pod, statuses):
            return PostFilterResult(unschedulable(f"preemption: {reason}"))
        result = PostFilterResult(SUCCESS, ran=True)
        self._dry_run(state, pod, statuses, result)
        if not result.candidates:
            if error := next((s for s in result.rejected.values() if s.code is Code.Error), None):
                result.status = Status(Code.Error, (f"preemption: {error.message}",))
                return result
            message = fit_message(len(self.handle.snapshot), result.rejected.values(), NOT_HELPFUL)
            result.status, result.nominated_node = unschedulable(f"preemption: {message}"), ""
            return result
        try:
            candidates = self._call_extenders(pod, result.candidates)
        except ExtenderError as error:
            return PostFilterResult(Status(Code.Error, (f"preemption: {error}",)))
        if not candidates:
            result.status = unschedulable("preemption: no candidate node for preemption")
            return result
        best = best_candidates(candidates)
        result.best, result.deleted = [c.node for c in best], self._pods_to_delete(best[0])
        result.nominated_node = self.handle.snapshot.nodes[best[0].node].name
        if self.handle.version.preemption_says_placement:
            words = _PLACED.format(node=result.nominated_node, victims=len(best[0].victims))
            result.status = Status(Code.Success, (f"preemption: {words}",))
        if result.deleted or not self.handle.version.nominations_outlast_terminating_victims:
            result.cleared = self._lower_priority_nominated_pods(pod, result.nominated_node)
        return result

    def _call_extenders(self, pod: Pod, candidates: list[Candidate]) -> list[Candidate]:
        """Return the candidates that the extenders leave (callExtenders)."""
        extenders = self.handle.extenders
        return candidates if extenders is None else extenders.preempt(pod, candidates)

    def _pods_to_delete(self, chosen: Candidate) -> list[Pod]:
        """Return the victims that are not terminating already; all victims in versions that delete them again."""
        delete_terminating = self.handle.version.deletes_terminating_victims
        return [v for v in chosen.victims if delete_terminating or not v.template.terminating]

    def _lower_priority_nominated_pods(self, pod: Pod, node_name: str) -> list[str]:
        """Return the keys of nominated pods that lose this node (getLowerPriorityNominatedPods)."""
        return [
            other.key
            for other, node in self.handle.nominator
            if node == node_name and other.template.priority < pod.template.priority
        ]

    def _ineligibility(self, pod: Pod, statuses: dict[int, Status]) -> str:
        """Return why the pod may not preempt others, "" if it may (PodEligibleToPreemptOthers)."""
        if reason := self._group_bars(pod):
            return reason
        if pod.template.preemption_policy == "Never":
            return _NEVER
        node = self.handle.snapshot.index.get(self.handle.nominator.node_of(pod.key))
        if node is None or statuses.get(node, SUCCESS).code is Code.UnschedulableAndUnresolvable:
            return ""
        any_reason = self.handle.version.any_termination_bars
        leaving = any(
            p.template.priority < pod.template.priority
            and p.template.terminating
            and (p.template.preempted or any_reason)
            for p in self.handle.snapshot.pods_on(node)
        )
        return _TERMINATING if leaving else ""

    def _group_bars(self, pod: Pod) -> str:
        """Return why members of the pod's group do not preempt for themselves, "" if they do or it has no group."""
        gates, group = self.handle.version.gates, self.handle.pod_groups.of(pod)
        if group is not None and group.topology_key and TOPOLOGY_AWARE in gates:
            return _GROUP_IS_PLACED
        if pod.template.pod_group and WORKLOAD_AWARE_PREEMPTION in gates:
            return _GROUP_PREEMPTS
        return ""

    def _nodes_where_preemption_might_help(self, statuses: dict[int, Status]) -> list[int]:
        """Return the nodes that the dry run examines, in nodeOrder (nodesWherePreemptionMightHelp)."""
        if self.handle.version.excluded_nodes_are_examined:
            hopeless = {n for n, s in statuses.items() if s.code is Code.UnschedulableAndUnresolvable}
            return [n for n in range(len(self.handle.snapshot)) if n not in hopeless]
        objects, places = distinct(statuses.values())
        helped = np.array([status.code is Code.Unschedulable for status in objects], dtype=bool)
        nodes = np.fromiter(statuses, dtype=np.int64, count=len(statuses))
        return sorted(nodes[helped[places]].tolist())

    def _dry_run(
        self, state: CycleState, pod: Pod, statuses: dict[int, Status], result: PostFilterResult
    ) -> None:
        """Collect candidates from the nodes, in nodeOrder, until there are enough (DryRunPreemption)."""
        assert self._framework is not None
        nodes = self._nodes_where_preemption_might_help(statuses)
        possible = nodes_with_lower_priority(self.handle.snapshot, pod)
        crowded = crowded_nodes(self._framework, state, pod, sorted(possible.intersection(nodes)), statuses)
        calculate_num_candidates = self.args.calculate_num_candidates(len(nodes))
        for node in nodes:
            if node not in possible or node in crowded:
                result.rejected[node] = crowded.get(node, NO_VICTIMS)
                continue
            selected = select_victims(self._framework, state, pod, node, self.handle.objects.budgets)
            if not isinstance(selected, Candidate):
                result.rejected[node] = selected
                continue
            result.candidates.append(selected)
            safe = any(c.pdb_violations == 0 for c in result.candidates)
            if safe and len(result.candidates) >= calculate_num_candidates:
                return
