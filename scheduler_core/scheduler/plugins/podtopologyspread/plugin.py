"""Mirrors pkg/scheduler/framework/plugins/podtopologyspread/plugin.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.events import ClusterEvent, Hint
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Locality, PreFilterResult, Rows
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Status, Verdicts

from . import explain, ledger
from .common import SpreadArgs, constraints_of
from .contract import SpreadFilterStep, SpreadLedger, SpreadLedgerColumns, SpreadScoringStep
from .filtering import (
    NO_LABEL,
    SKEWED,
    HardConstraint,
    PreFilterState,
    cal_pre_filter_state,
    filter_nodes,
    hard_constraints,
)
from .scoring import (
    SoftConstraints,
    cal_pre_score_state,
    normalize,
    normalize_counts,
    score_by_counts,
    score_nodes,
    scored_range,
    soft_constraints,
)


@dataclass(slots=True)
class PodTopologySpread:
    """Spreads matching pods evenly over the domains of a topology key.

    `hard_by_class` and `soft_by_class` cache what follows from a pod's class alone.
    """

    handle: Handle
    args: SpreadArgs
    name: str = "PodTopologySpread"
    missing_pre_filter: ClassVar[str] = 'reading "PreFilterPodTopologySpread" from cycleState: not found'
    missing_pre_score: ClassVar[str] = 'error reading "PreScorePodTopologySpread" from cycleState: not found'
    normalize_formula: str = "spread"
    hard_by_class: dict[PodTemplate, tuple[HardConstraint, ...]] = field(default_factory=dict)
    soft_by_class: dict[PodTemplate, SoftConstraints] = field(default_factory=dict)

    def pre_filter_locality(self, template: PodTemplate) -> Locality:
        return Locality.CLUSTER if self._hard_constraints(template) else Locality.NODE

    def pre_score_locality(self, template: PodTemplate) -> Locality:
        always_runs = self.name in self.handle.version.pre_score_always_runs
        scores = self._soft_constraints(template).constraints or always_runs
        return Locality.CLUSTER if scores else Locality.NODE

    def _hard_constraints(self, template: PodTemplate) -> tuple[HardConstraint, ...]:
        hard = self.hard_by_class.get(template)
        if hard is None:
            constraints = constraints_of(self.handle, self.args, template, "DoNotSchedule")
            hard = self.hard_by_class[template] = hard_constraints(self.handle, template, constraints)
        return hard

    def _soft_constraints(self, template: PodTemplate) -> SoftConstraints:
        soft = self.soft_by_class.get(template)
        if soft is None:
            constraints = constraints_of(self.handle, self.args, template, "ScheduleAnyway")
            every_key = bool(template.spread) or not self.args.system_defaulted
            soft = soft_constraints(self.handle, template, constraints, require_all_topologies=every_key)
            self.soft_by_class[template] = soft
        return soft

    def signed_fields(self, template: PodTemplate) -> tuple[str, ...] | None:
        """Return None for a pod with constraints of its own or of the defaults (SignPod)."""
        return None if template.spread or self.args.default_constraints else ()

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        hard = self._hard_constraints(pod.template)
        state.write(cal_pre_filter_state(hard))
        return PreFilterResult(SUCCESS if hard else SKIP)

    def add_pod(self, state: CycleState, pod: Pod, added: Pod, node: int) -> None:
        for c in state.read(PreFilterState).constraints:
            c.update(pod, added, node, 1)

    def remove_pod(self, state: CycleState, pod: Pod, removed: Pod, node: int) -> None:
        for c in state.read(PreFilterState).constraints:
            c.update(pod, removed, node, -1)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        missing = NO_LABEL if self.handle.version.missing_spread_label_is_said else SKEWED
        return filter_nodes(state, rows, len(self.handle.snapshot.rows[rows]), missing=missing)

    def pre_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> Status:
        soft = self._soft_constraints(pod.template)
        state.write(cal_pre_score_state(soft, feasible))
        return SUCCESS if soft.constraints and len(feasible) else SKIP

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        if self.handle.version.spread_scores_by_counts:
            return score_by_counts(state, feasible)
        return score_nodes(state, feasible, cut=self.handle.version.spread_score_is_cut)

    def normalize_score(self, state: CycleState, pod: Pod, scores: IntArray) -> IntArray:
        by_counts = self.handle.version.spread_scores_by_counts
        return normalize_counts(state, scores) if by_counts else normalize(state, scores)

    def scored_range(self, state: CycleState, scores: IntArray) -> IntArray:
        return scored_range(state, scores)

    def queueing_hint(self, pod: Pod, event: ClusterEvent) -> Hint | None:
        """Queue if one of the hard constraints selects the pod that came or left (isSchedulableAfterPodChange)."""
        if event.pod is None:
            return None
        other = event.pod.template
        constraints = constraints_of(self.handle, self.args, pod.template, "DoNotSchedule")
        selected = any(c.selector.matches(other.labels) for c in constraints)
        return Hint.Queue if other.namespace == pod.namespace and selected else Hint.QueueSkip

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[SpreadFilterStep]:
        return explain.filter_steps(self.handle, state, node)

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> list[SpreadScoringStep]:
        return explain.score_steps(state, node)

    def ledger(self, state: CycleState, pod: Pod) -> SpreadLedger:
        """Return all constraints with all their domains, as PreFilter and PreScore counted them."""
        return ledger.ledger(self.handle, state, pod)

    def ledger_columns(self, state: CycleState, pod: Pod) -> SpreadLedgerColumns:
        """Return the ledger, with arrays for its values per node and per domain."""
        return ledger.columns(self.handle, state, pod)
