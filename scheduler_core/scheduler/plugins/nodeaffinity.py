"""Mirrors pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

import numpy as np

from scheduler_core.kubernetes.objects.affinity import NodeAffinity as AddedAffinity
from scheduler_core.kubernetes.objects.labels import LabelRequirement, Requirement
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.objects.selectors import (
    NodeSelector,
    NodeSelectorTerm,
    PreferredTerm,
    preferred_terms_error,
)
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Locality, PreFilterResult, Rows
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Status, Verdicts, failure, unresolvable

from .helper import ComparedExpression, ComparedTerm, default_normalize_score, required_node_affinity

_NOT_ADDED = unresolvable("node(s) didn't match scheduler-enforced node affinity")
_CONFLICT = unresolvable("pod affinity terms conflict")

AffinityOrigin = Literal["pod", "addedAffinity"]
ClauseOrigin = Literal["nodeSelector", "pod", "addedAffinity"]


class NodeSelectorStep(TypedDict):
    """A label of spec.nodeSelector, compared with the node's label."""

    kind: Literal["node_selector"]
    key: str
    value: str
    actual: str | None
    ok: bool


class NodeAffinityTermStep(ComparedTerm):
    """A required term of node affinity, at least one of which must match."""

    kind: Literal["node_affinity_term"]
    index: int
    origin: AffinityOrigin


class NodeAffinityPreferredStep(ComparedTerm):
    """A preferred term of node affinity, which adds its weight if it matches."""

    kind: Literal["node_affinity_preferred"]
    index: int
    origin: AffinityOrigin
    weight: int


class NodeClause(LabelRequirement):
    """A requirement on nodes, by itself."""

    origin: ClauseOrigin
    term: int
    """The term of the node affinity; 0 for nodeSelector."""
    field: bool
    """Whether the requirement is one of matchFields."""
    accepts: BoolArray
    """Per node whether it meets the requirement."""


class NodeLabelOperands(TypedDict):
    """What the pod asks of nodes, requirement by requirement: all of a term and of nodeSelector must hold."""

    kind: Literal["node_labels"]
    clauses: list[NodeClause]


@dataclass(slots=True)
class _Required:
    """The state of PreFilter: per node whether the pod's nodeSelector and required affinity match."""

    matching: BoolArray

    def clone(self) -> Self:
        return self


class NodeAffinity:
    """Restricts a pod to nodes that its nodeSelector, its node affinity and the profile's addedAffinity select."""

    name = "NodeAffinity"
    pre_filter_locality = filter_locality = Locality.NODE
    pre_score_locality = score_locality = Locality.NODE
    signed_fields = ("node_selector", "affinity.node")
    normalize_formula = "max"

    def __init__(self, handle: Handle, added: AddedAffinity) -> None:
        self.handle = handle
        self.added = added

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        template = pod.template
        required = template.affinity.node.required
        if required is None and self.added.required is None and not template.node_selector:
            return PreFilterResult(SKIP)
        state.write(self._required(template))
        names = _named_nodes(required)
        if names is not None and not names:
            return PreFilterResult(_CONFLICT)
        return PreFilterResult(SUCCESS, names)

    def _required(self, template: PodTemplate) -> _Required:
        return _Required(required_node_affinity(self.handle.snapshot.columns, template))

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        # Without state, PreFilter had nothing to do, or did not run for this plugin.
        required = state.get(_Required) or self._required(pod.template)
        verdicts = Verdicts(len(required.matching[rows]))
        if self.added.required is not None:
            added_matches = self.handle.snapshot.columns.matching_selector(self.added.required)
            verdicts.reject(~added_matches[rows], _NOT_ADDED)
        verdicts.reject(~required.matching[rows], unresolvable(self.handle.version.node_affinity_reason))
        return verdicts

    def pre_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> Status:
        if error := self.score_error(state, pod):
            return failure(error)
        return SUCCESS if self._preferred(pod) else SKIP

    def score_error(self, state: CycleState, pod: Pod) -> str:
        """Return why the pod's preferred terms cannot be parsed, "" if they can (getPodPreferredNodeAffinity)."""
        return preferred_terms_error(pod.template.affinity.node.preferred)

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        """Return per node the sum of the weights of matching preferred terms."""
        total = np.zeros(len(feasible), dtype=np.int64)
        for preferred, _ in self._preferred(pod):
            total += preferred.weight * self.handle.snapshot.columns.matching_term(preferred.term)[feasible]
        return total

    def normalize_score(self, state: CycleState, pod: Pod, scores: IntArray) -> IntArray:
        return default_normalize_score(scores, reverse=False)

    def _preferred(self, pod: Pod) -> list[tuple[PreferredTerm, AffinityOrigin]]:
        own: list[tuple[PreferredTerm, AffinityOrigin]] = [
            (t, "pod") for t in pod.template.affinity.node.preferred
        ]
        return own + [(t, "addedAffinity") for t in self.added.preferred]

    def explain_filter(
        self, state: CycleState, pod: Pod, node: int
    ) -> list[NodeSelectorStep | NodeAffinityTermStep]:
        where = self.handle.snapshot.nodes[node]
        steps: list[NodeSelectorStep | NodeAffinityTermStep] = [
            {
                "kind": "node_selector",
                "key": key,
                "value": value,
                "actual": where.labels.get(key),
                "ok": where.labels.get(key) == value,
            }
            for key, value in pod.template.node_selector.items()
        ]
        for selector, origin in self._required_of(pod):
            for i, term in enumerate(selector.terms if selector else ()):
                steps.append(
                    {
                        "kind": "node_affinity_term",
                        "index": i,
                        "origin": origin,
                        **_compared_term(term, where),
                    }
                )
        return steps

    def filter_operands(self, state: CycleState, pod: Pod) -> NodeLabelOperands:
        clauses = [
            self._clause(Requirement(key, "In", (value,)), "nodeSelector", 0)
            for key, value in pod.template.node_selector.items()
        ]
        for selector, origin in self._required_of(pod):
            for i, term in enumerate(selector.terms if selector else ()):
                clauses += [self._clause(r, origin, i) for r in term.expressions]
                clauses += [self._clause(r, origin, i, field=True) for r in term.fields]
        return {"kind": "node_labels", "clauses": clauses}

    def _clause(
        self, requirement: Requirement, origin: ClauseOrigin, term: int, *, field: bool = False
    ) -> NodeClause:
        return {
            "key": requirement.key,
            "operator": requirement.operator,
            "values": list(requirement.values),
            "origin": origin,
            "term": term,
            "field": field,
            "accepts": self.handle.snapshot.columns.matching(requirement, field=field),
        }

    def _required_of(self, pod: Pod) -> tuple[tuple[NodeSelector | None, AffinityOrigin], ...]:
        return ((pod.template.affinity.node.required, "pod"), (self.added.required, "addedAffinity"))

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> list[NodeAffinityPreferredStep]:
        where = self.handle.snapshot.nodes[node]
        return [
            {
                "kind": "node_affinity_preferred",
                "index": i,
                "origin": origin,
                "weight": preferred.weight,
                **_compared_term(preferred.term, where),
            }
            for i, (preferred, origin) in enumerate(self._preferred(pod))
        ]


def _named_nodes(required: NodeSelector | None) -> frozenset[str] | None:
    """Return the node names that matchFields restrict the search to; None if a term does not restrict it."""
    if required is None or not required.terms:
        return None
    names: frozenset[str] = frozenset()
    for term in required.terms:
        listed = [frozenset(f.values) for f in term.fields if f.operator == "In"]
        if not listed:
            return None
        names |= frozenset.intersection(*listed)
    return names


def _compared_term(term: NodeSelectorTerm, node: Node) -> ComparedTerm:
    clauses = [_clause(r, node.labels.get(r.key), field=False) for r in term.expressions]
    clauses += [_clause(r, node.name, field=True) for r in term.fields]
    return {"expressions": clauses, "ok": bool(clauses) and all(c["ok"] for c in clauses)}


def _clause(requirement: Requirement, actual: str | None, *, field: bool) -> ComparedExpression:
    return {
        "key": requirement.key,
        "operator": requirement.operator,
        "values": list(requirement.values),
        "actual": actual,
        "field": field,
        "ok": requirement.accepts(actual),
    }
