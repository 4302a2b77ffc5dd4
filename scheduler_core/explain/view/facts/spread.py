"""The facts of PodTopologySpread: every node and pod of a domain, counted or not, and by which rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NotRequired

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate, TopologySpreadConstraint
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import BoolArray
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.plugins.helper import DO_NOT_SCHEDULE, untolerated
from scheduler_core.scheduler.plugins.podtopologyspread.contract import SpreadRule
from scheduler_core.scheduler.plugins.podtopologyspread.filtering import HardCounts, PreFilterState
from scheduler_core.scheduler.plugins.podtopologyspread.scoring import PreScoreState, SoftWeights

from .clauses import compared, matches, spread_clauses
from .contract import ComparedClause, Field, NamedFact, Origin, SelectorClause, SourceObject
from .origins import constraint_path, source_of, spread_manifest

MAX_PODS = 120
MAX_NODES = 200

Side = Literal["filter", "score"]


class ConstraintHead(NamedFact):
    """The constraint that a fact is about."""

    side: Side
    namespace: str
    path: str
    """Its path in the pod, or in the profile."""
    clauses: list[SelectorClause]
    nothing: bool
    """The selector is absent, and matches nothing."""


class SpreadNode(TypedDict):
    """A node, whether its pods count, and what leaves it out."""

    node: str
    counted: bool
    rule: NotRequired[SpreadRule]
    key: NotRequired[str]
    """The label that the node lacks."""
    compared: NotRequired[list[ComparedClause]]
    """The clauses of node affinity that do not hold."""
    taint: NotRequired[str | None]
    """The taint that is not tolerated."""


class PodConditions(TypedDict):
    """The conditions of a constraint for a pod."""

    labels: dict[str, str | None]
    clauses: list[bool]
    namespace_ok: bool
    terminating: bool
    selected: bool


class SpreadPod(PodConditions):
    pod: str
    node: str
    node_ok: bool
    """The pods of the node count."""
    counted: bool


class DomainFact(ConstraintHead):
    """The count of a domain: its nodes, the first 200, and its pods, the first 120, those that count first."""

    key: str
    value: str
    count: int
    nodes: list[SpreadNode]
    nodes_total: int
    nodes_counted: int
    pods: list[SpreadPod]
    pods_total: int


class SelfMatchFact(ConstraintHead):
    """Whether the incoming pod matches the selector of its own constraint."""

    pod: str
    labels: dict[str, str]
    compared: list[ComparedClause]
    self_match: int


class ExcludedFact(ConstraintHead):
    """The nodes that a constraint does not count, the first 200."""

    key: str
    nodes: list[SpreadNode]
    nodes_total: int


class ConstraintFact(ConstraintHead):
    """A constraint, field by field."""

    key: str
    source: SourceObject
    fields: list[Field]


def domain_fact(record: CycleRecord, side: Side, index: str, value: str) -> DomainFact:
    """Return the count of a domain: its nodes, its pods, and per pod which of the conditions hold."""
    counts = _constraint(record, side, index)
    topology, eligible = counts.topology, _eligible(record, counts)
    code = topology.index[value]
    nodes = np.flatnonzero(topology.codes == code).tolist()
    pods = sorted(
        _judged(record, counts.constraint, nodes, eligible),
        key=lambda p: (not p["counted"], -sum(p["clauses"]) - p["namespace_ok"]),
    )
    return {
        **_head(record, side, counts.constraint),
        "key": counts.constraint.topology_key,
        "value": value,
        "count": sum(p["counted"] for p in pods),
        "nodes": [_node(record, counts.constraint, i, eligible) for i in nodes[:MAX_NODES]],
        "nodes_total": len(nodes),
        "nodes_counted": int(eligible[nodes].sum()),
        "pods": pods[:MAX_PODS],
        "pods_total": len(pods),
    }


def self_match_fact(record: CycleRecord, side: Side, index: str) -> SelfMatchFact:
    """Return whether the incoming pod matches the constraint's own selector."""
    constraint = _constraint(record, side, index).constraint
    labels = record.pod.template.labels
    return {
        **_head(record, side, constraint),
        "pod": record.pod.key,
        "labels": dict(labels),
        "compared": compared(constraint.selector.requirements, labels),
        "self_match": int(constraint.selector.matches(labels)),
    }


def excluded_fact(record: CycleRecord, side: Side, index: str) -> ExcludedFact:
    """Return the nodes that a constraint does not count, each with the reason."""
    counts = _constraint(record, side, index)
    eligible = _eligible(record, counts)
    nodes = np.flatnonzero(~eligible).tolist()
    return {
        **_head(record, side, counts.constraint),
        "key": counts.constraint.topology_key,
        "nodes": [_node(record, counts.constraint, i, eligible) for i in nodes[:MAX_NODES]],
        "nodes_total": len(nodes),
    }


def constraint_fact(record: CycleRecord, side: Side, index: str) -> ConstraintFact:
    """Return a constraint as the scheduler reads it: each field with its origin."""
    constraint = _constraint(record, side, index).constraint
    return {
        **_head(record, side, constraint),
        "key": constraint.topology_key,
        "source": source_of(record.framework.handle, record.pod.key),
        "fields": list(constraint_fields(record, constraint)),
    }


_DEFAULTS: tuple[tuple[str, str], ...] = (
    ("maxSkew", "max_skew"),
    ("topologyKey", "topology_key"),
    ("whenUnsatisfiable", "when_unsatisfiable"),
    ("minDomains", "min_domains"),
    ("nodeAffinityPolicy", "node_affinity_policy"),
    ("nodeTaintsPolicy", "node_taints_policy"),
)


def constraint_fields(record: CycleRecord, constraint: TopologySpreadConstraint) -> Iterator[Field]:
    """Yield the constraint's fields with their origins, the selector last with one entry per clause."""
    pod, path = record.pod, constraint_path(record, constraint)
    manifest = spread_manifest(record, constraint)
    inherited = not pod.template.spread
    for name, attribute in _DEFAULTS:
        origin: Origin = (
            "profile" if inherited else "written" if manifest.get(name) is not None else "default"
        )
        yield {"path": f"{path}.{name}", "value": getattr(constraint, attribute), "origin": origin}
    for clause in spread_clauses(constraint, pod.template, manifest):
        field = "matchLabelKeys" if clause["origin"] == "matchLabelKeys" else "labelSelector"
        yield {"path": f"{path}.{field}", "clause": clause, "origin": clause["origin"]}


def _constraint(record: CycleRecord, side: Side, index: str) -> HardCounts | SoftWeights:
    state: Any = {"filter": PreFilterState, "score": PreScoreState}[side]
    spread_state: Any = record.state.get(state)
    if spread_state is None or int(index) < 0:
        raise KeyError(side)
    constraint: HardCounts | SoftWeights = spread_state.constraints[int(index)]
    return constraint


def _eligible(record: CycleRecord, counts: HardCounts | SoftWeights) -> BoolArray:
    """Return per node whether its pods count. Scoring by hostname ignores the policies."""
    if isinstance(counts, SoftWeights) and counts.fixed.by_host:
        result: BoolArray = np.ones(len(record.framework.handle.snapshot), dtype=bool)
        return result
    return counts.fixed.eligible


def _head(record: CycleRecord, side: Side, constraint: TopologySpreadConstraint) -> ConstraintHead:
    manifest = spread_manifest(record, constraint)
    return {
        "side": side,
        "namespace": record.pod.namespace,
        "path": constraint_path(record, constraint),
        "clauses": spread_clauses(constraint, record.pod.template, manifest),
        "nothing": constraint.selector.nothing,
    }


def _judged(
    record: CycleRecord, constraint: TopologySpreadConstraint, nodes: list[int], eligible: BoolArray
) -> Iterator[SpreadPod]:
    """Yield every pod on these nodes with the conditions that it meets."""
    snapshot, namespace = record.framework.handle.snapshot, record.pod.namespace
    conditions_by_template: dict[PodTemplate, PodConditions] = {}
    for node in nodes:
        for pod in snapshot.pods_on(node):
            if pod.template not in conditions_by_template:
                conditions_by_template[pod.template] = _conditions(constraint, pod.template, namespace)
            conditions = conditions_by_template[pod.template]
            node_ok = bool(eligible[node])
            yield {
                "pod": pod.key,
                "node": snapshot.nodes[node].name,
                **conditions,
                "node_ok": node_ok,
                "counted": conditions["selected"] and node_ok,
            }


def _conditions(constraint: TopologySpreadConstraint, template: PodTemplate, namespace: str) -> PodConditions:
    """Return the conditions that a pod meets. As in countPodsMatchSelector, an empty selector counts nothing."""
    selector = constraint.selector
    clauses = matches(selector, template.labels)
    namespace_ok = template.namespace == namespace
    return {
        "labels": {r.key: template.labels.get(r.key) for r in selector.requirements},
        "clauses": clauses,
        "namespace_ok": namespace_ok,
        "terminating": template.terminating,
        "selected": bool(clauses) and all(clauses) and namespace_ok and not template.terminating,
    }


def _node(
    record: CycleRecord, constraint: TopologySpreadConstraint, node: int, eligible: BoolArray
) -> SpreadNode:
    """Return whether the pods of a node count, else the label, term or taint that excludes it."""
    handle, pod = record.framework.handle, record.pod
    name = handle.snapshot.nodes[node].name
    if eligible[node]:
        return {"node": name, "counted": True}
    for key in _keys(record, constraint):
        if handle.snapshot.columns.label(key).codes[node] < 0:
            return {"node": name, "counted": False, "rule": "missing label", "key": key}
    if constraint.node_affinity_policy == "Honor" and (failing := _unmatched(record, pod, node)) is not None:
        return {"node": name, "counted": False, "rule": "nodeAffinityPolicy: Honor", "compared": failing}
    taint = untolerated(handle.snapshot.nodes[node].taints, pod.template.tolerations, DO_NOT_SCHEDULE)
    return {
        "node": name,
        "counted": False,
        "rule": "nodeTaintsPolicy: Honor",
        "taint": str(taint) if taint else None,
    }


def _keys(record: CycleRecord, constraint: TopologySpreadConstraint) -> list[str]:
    """Return the keys that a node must have: those of all constraints of this kind, its own first."""
    state: Any = PreFilterState if constraint.when_unsatisfiable == "DoNotSchedule" else PreScoreState
    spread_state: Any = record.state.get(state)
    others = [c.constraint.topology_key for c in spread_state.constraints] if spread_state else []
    return list(dict.fromkeys([constraint.topology_key, *others]))


def _unmatched(record: CycleRecord, pod: Pod, node: int) -> list[ComparedClause] | None:
    """Return the clauses of nodeSelector and required affinity that fail on a node; None if it meets them."""
    snapshot = record.framework.handle.snapshot
    labels, columns = snapshot.nodes[node].labels, snapshot.columns
    node_selector = pod.template.node_selector
    rows: list[ComparedClause] = [
        {"key": k, "operator": "In", "values": [v], "actual": labels.get(k), "ok": labels.get(k) == v}
        for k, v in node_selector.items()
        if labels.get(k) != v
    ]
    required = pod.template.affinity.node.required
    if required is not None and not columns.matching_selector(required)[node]:
        for term in required.terms:
            rows += [clause for clause in compared(term.expressions, labels) if not clause["ok"]]
            rows += [
                clause
                for clause in compared(term.fields, {"metadata.name": snapshot.nodes[node].name})
                if not clause["ok"]
            ]
    elif not rows:
        return None
    return rows
