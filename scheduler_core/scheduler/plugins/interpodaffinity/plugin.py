"""Mirrors pkg/scheduler/framework/plugins/interpodaffinity/plugin.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.events import ClusterEvent, EventKind, Hint
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import PreFilterResult, Rows
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Status, Verdicts

from . import explain, ledger
from .common import (
    REQUIRED,
    REQUIRED_ANTI,
    Args,
    incoming_terms,
    matched_by_incoming,
    matches_incoming,
    terms_of,
)
from .contract import AffinityFilterStep, AffinityLedger, AffinityLedgerColumns, AffinityScoreStep
from .filtering import PreFilterState, cal_pre_filter_state, filter_nodes, update
from .scoring import PreScoreState, cal_pre_score_state, has_preferences, normalize, score_nodes


def queueing_hint(handle: Handle, pod: Pod, event: ClusterEvent) -> Hint | None:
    """Queue if a pod that came matches all affinity terms, or one that left all anti-affinity terms.

    Up to v1.34.1 it does not help that a pod leaves whose own anti-affinity repelled this one
    (kubernetes/kubernetes#134393), or whose departure makes this the first pod of its group (#141354).
    """
    if event.pod is None:
        return None
    other = event.pod.template
    kind = REQUIRED if event.kind is EventKind.AssignedPodAdd else REQUIRED_ANTI
    terms = [t.term for t in incoming_terms(handle, pod, (kind,))]
    helps = bool(terms) and all(matched_by_incoming(term, other) for term in terms)
    if event.kind is EventKind.AssignedPodDelete and handle.version.leaving_anti_affinity_requeues:
        helps = helps or _is_repelled(handle, pod, other)
    return Hint.Queue if helps else Hint.QueueSkip


def _is_repelled(handle: Handle, pod: Pod, other: PodTemplate) -> bool:
    """Return whether a required anti-affinity term of the other pod matches this one."""
    return any(t.kind == REQUIRED_ANTI and matches_incoming(handle, t, pod) for t in terms_of(other))


@dataclass(slots=True)
class InterPodAffinity:
    """Attracts pods to the domains of other pods, or repels them, by the terms of either side."""

    handle: Handle
    args: Args
    name: str = "InterPodAffinity"
    missing_pre_filter: ClassVar[str] = 'error reading "PreFilterInterPodAffinity" from cycleState: not found'
    missing_pre_score: ClassVar[str] = 'failed to read "PreScoreInterPodAffinity" from cycleState: not found'
    normalize_formula: str = "affinity"

    def signed_fields(self, template: PodTemplate) -> tuple[str, ...] | None:
        """Return the labels, by which terms of running pods match; None for a pod with terms (SignPod)."""
        if next(terms_of(template), None) is not None:
            return None
        return () if self.args.ignore_preferred_terms_of_existing_pods else ("labels",)

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        counts = cal_pre_filter_state(self.handle, pod)
        state.write(counts)
        concerns_pod = counts.affinity or counts.anti_affinity or counts.existing
        return PreFilterResult(SUCCESS if concerns_pod else SKIP)

    def add_pod(self, state: CycleState, pod: Pod, added: Pod, node: int) -> None:
        update(self.handle, state.read(PreFilterState), pod, added, node, 1)

    def remove_pod(self, state: CycleState, pod: Pod, removed: Pod, node: int) -> None:
        update(self.handle, state.read(PreFilterState), pod, removed, node, -1)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        return filter_nodes(self.handle, state, rows)

    def pre_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> Status:
        skips = self.args.ignore_preferred_terms_of_existing_pods and not has_preferences(pod)
        terms = PreScoreState(()) if skips else cal_pre_score_state(self.handle, pod, self.args)
        state.write(terms)
        return SUCCESS if terms.contributions and len(feasible) else SKIP

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        return score_nodes(state.read(PreScoreState), feasible)

    def normalize_score(self, state: CycleState, pod: Pod, scores: IntArray) -> IntArray:
        return normalize(scores, with_zero=self.handle.version.affinity_range_has_zero)

    def queueing_hint(self, pod: Pod, event: ClusterEvent) -> Hint | None:
        """Return whether the pod that came or left may help this one (isSchedulableAfterPodChange)."""
        return queueing_hint(self.handle, pod, event)

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[AffinityFilterStep]:
        return explain.filter_steps(self.handle, state, node)

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> list[AffinityScoreStep]:
        return explain.score_steps(self.handle, state, node)

    def ledger(self, state: CycleState, pod: Pod, feasible: IntArray) -> AffinityLedger:
        """Return the terms in both directions, the three tables of counts, and the scores per (key, value)."""
        return ledger.ledger(self.handle, state, pod, feasible, self.args)

    def ledger_columns(self, state: CycleState, pod: Pod, feasible: IntArray) -> AffinityLedgerColumns:
        """The ledger with arrays for what it has per node and per domain."""
        return ledger.columns(self.handle, state, pod, feasible, self.args)
