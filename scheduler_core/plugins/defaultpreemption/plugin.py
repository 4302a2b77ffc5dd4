"""Mirrors pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go and
pkg/scheduler/framework/preemption/preemption.go @ v1.34.1.
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.extender.http import ExtenderError
from scheduler_core.framework.fit_error import fit_message
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import Candidate, PostFilterResult
from scheduler_core.framework.runtime import Framework
from scheduler_core.framework.status import SUCCESS, Code, Status, unschedulable
from scheduler_core.objects.pod import Pod

from .choice import best_candidates
from .victims import NO_VICTIMS, nodes_with_lower, select_victims

NOT_HELPFUL = "Preemption is not helpful for scheduling"
_NEVER = "not eligible due to preemptionPolicy=Never."
_TERMINATING = "not eligible due to a terminating pod on the nominated node."


@dataclass(frozen=True, slots=True)
class PreemptionArgs:
    """DefaultPreemptionArgs: how many candidates are enough."""

    min_candidate_nodes_percentage: int = 10
    min_candidate_nodes_absolute: int = 100

    def enough(self, nodes: int) -> int:
        """calculateNumCandidates."""
        wanted = max(nodes * self.min_candidate_nodes_percentage // 100, self.min_candidate_nodes_absolute)
        return min(wanted, nodes)


class DefaultPreemption:
    """Finds a node where pods of lower priority can make room."""

    name = "DefaultPreemption"

    def __init__(self, handle: Handle, args: PreemptionArgs) -> None:
        self.handle = handle
        self.args = args
        self._framework: Framework | None = None

    def attach(self, framework: Framework) -> None:
        self._framework = framework

    def post_filter(self, state: CycleState, pod: Pod, statuses: dict[int, Status]) -> PostFilterResult:
        if reason := self._not_eligible(pod, statuses):
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
            candidates = self._extended(pod, result.candidates)
        except ExtenderError as error:
            return PostFilterResult(Status(Code.Error, (f"preemption: {error}",)))
        if not candidates:
            result.status = unschedulable("preemption: no candidate node for preemption")
            return result
        best = best_candidates(candidates)
        result.best, result.deleted = [c.node for c in best], self._deleted(best[0])
        result.nominated_node = self.handle.snapshot.nodes[best[0].node].name
        result.cleared = self._outranked(pod, result.nominated_node)
        return result

    def _extended(self, pod: Pod, candidates: list[Candidate]) -> list[Candidate]:
        """callExtenders."""
        extenders = self.handle.extenders
        return candidates if extenders is None else extenders.preempt(pod, candidates)

    def _deleted(self, chosen: Candidate) -> list[Pod]:
        """The victims that are not on their way out already."""
        again = self.handle.version.deletes_terminating_victims
        return [v for v in chosen.victims if again or not v.template.terminating]

    def _outranked(self, pod: Pod, node_name: str) -> list[str]:
        """getLowerPriorityNominatedPods: they have to look for another node."""
        return [
            other.key
            for other, node in self.handle.nominator
            if node == node_name and other.template.priority < pod.template.priority
        ]

    def _not_eligible(self, pod: Pod, statuses: dict[int, Status]) -> str:
        """PodEligibleToPreemptOthers: why not, "" when it is."""
        if pod.template.preemption_policy == "Never":
            return _NEVER
        node = self.handle.snapshot.index.get(self.handle.nominator.node_of(pod.key))
        if node is None or statuses.get(node, SUCCESS).code is Code.UnschedulableAndUnresolvable:
            return ""
        leaving = any(
            p.template.priority < pod.template.priority and p.template.terminating and p.template.preempted
            for p in self.handle.snapshot.pods_on(node)
        )
        return _TERMINATING if leaving else ""

    def _examined(self, statuses: dict[int, Status]) -> list[int]:
        """nodesWherePreemptionMightHelp."""
        if self.handle.version.unfiltered_nodes_are_examined:
            hopeless = {n for n, s in statuses.items() if s.code is Code.UnschedulableAndUnresolvable}
            return [n for n in range(len(self.handle.snapshot)) if n not in hopeless]
        return sorted(n for n, s in statuses.items() if s.code is Code.Unschedulable)

    def _dry_run(
        self, state: CycleState, pod: Pod, statuses: dict[int, Status], result: PostFilterResult
    ) -> None:
        """DryRunPreemption on the nodes that are Unschedulable, in nodeOrder, until there are enough candidates."""
        assert self._framework is not None
        nodes, worth_a_look = self._examined(statuses), nodes_with_lower(self.handle.snapshot, pod)
        enough = self.args.enough(len(nodes))
        for node in nodes:
            if node not in worth_a_look:
                result.rejected[node] = NO_VICTIMS
                continue
            found = select_victims(self._framework, state, pod, node, self.handle.objects.budgets)
            if not isinstance(found, Candidate):
                result.rejected[node] = found
                continue
            result.candidates.append(found)
            safe = any(c.pdb_violations == 0 for c in result.candidates)
            if safe and len(result.candidates) >= enough:
                return
