"""The ledger of PodTopologySpread: the constraints of a cycle with all their domains, as columns and as JSON.

In columns `domains` has an entry per domain, but `of_node` one per node: the position of its domain, -1 if it counts
in none. `not_counted` has per node an index into `rules`, 0 if it counts. `held_by` are positions of domains.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod, TopologySpreadConstraint
from scheduler_core.scheduler.cluster.columns import BoolArray, Codes, Column, IntArray
from scheduler_core.scheduler.cluster.snapshot import PodCounter
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.plugins.helper import required_node_affinity

from .contract import (
    HardSpreadColumns,
    HardSpreadConstraint,
    HardSpreadDomain,
    SoftSpreadColumns,
    SoftSpreadConstraint,
    SoftSpreadDomain,
    SpreadConstraint,
    SpreadDomainColumns,
    SpreadLedger,
    SpreadLedgerColumns,
    SpreadMinimumColumns,
    SpreadRule,
    UncountedNode,
    UncountedNodeColumns,
)
from .explain import pods_behind
from .filtering import HardCounts, PreFilterState
from .scoring import PreScoreState, SoftWeights

_RULES: Final[tuple[SpreadRule, ...]] = (
    "missing label",
    "nodeAffinityPolicy: Honor",
    "nodeTaintsPolicy: Honor",
)
_COUNTS, _NO_LABEL, _AFFINITY, _TAINTS = range(1 + len(_RULES))


def columns(handle: Handle, state: CycleState, pod: Pod) -> SpreadLedgerColumns:
    """Return the constraints of Filter and of Score as columns."""
    hard, soft = state.get(PreFilterState), state.get(PreScoreState)
    return {
        "filter": [_hard(handle, i, c, pod) for i, c in enumerate(hard.constraints if hard else ())],
        "score": [_soft(handle, i, c, pod) for i, c in enumerate(soft.constraints if soft else ())],
    }


def ledger(handle: Handle, state: CycleState, pod: Pod) -> SpreadLedger:
    """Return the same as JSON: a row per domain and per uncounted node, with nodes by name."""
    names = [node.name for node in handle.snapshot.nodes]
    sides = columns(handle, state, pod)
    return {
        "filter": [_hard_by_name(c, names) for c in sides["filter"]],
        "score": [_soft_by_name(c, names) for c in sides["score"]],
    }


# ---- columns ----------------------------------------------------------------------------------------


def _hard(handle: Handle, index: int, c: HardCounts, pod: Pod) -> HardSpreadColumns:
    codes = np.flatnonzero(c.domain)
    counts = c.matching[codes]
    headroom = c.minimum + c.constraint.max_skew - c.self_match - counts
    minimum: SpreadMinimumColumns = {
        "value": c.minimum,
        "smallest": c.smallest if len(codes) else None,
        "held_by": np.flatnonzero(counts == c.smallest),
        "domains": c.domains,
        "forced_zero": c.forced_zero,
    }
    return {
        **_constraint_fields(index, c.constraint, pod),
        "self_match": c.self_match,
        "minimum": minimum,
        "domains": {
            **_domains(handle, c.topology, c.eligible, codes, c.fixed.pods, counts),
            "skew": c.skew()[codes],
            "headroom": headroom,
            "fits": headroom >= 0,
        },
        "not_counted": _not_counted(handle, c.constraint, c.topology, c.eligible, pod),
    }


def _soft(handle: Handle, index: int, c: SoftWeights, pod: Pod) -> SoftSpreadColumns:
    per_node = c.fixed.by_host
    eligible = np.ones(len(handle.snapshot), dtype=bool) if per_node else c.fixed.eligible
    codes, first = np.unique(c.topology.codes, return_index=True)
    listed = (codes >= 0) & (True if per_node else c.candidate[codes])
    codes, first = codes[listed], first[listed]
    return {
        **_constraint_fields(index, c.constraint, pod),
        "self_match": int(c.constraint.selector.matches(pod.template.labels)),
        "size": c.size,
        "weight": c.weight,
        "domains": {
            **_domains(handle, c.topology, eligible, codes, c.fixed.pods, c.counts(first)),
            "points": c.points(first),
        },
        "not_counted": _not_counted(handle, c.constraint, c.topology, eligible, pod),
    }


def _constraint_fields(index: int, c: TopologySpreadConstraint, pod: Pod) -> SpreadConstraint:
    return {
        "index": index,
        "topology_key": c.topology_key,
        "max_skew": c.max_skew,
        "when_unsatisfiable": c.when_unsatisfiable,
        "selector": str(c.selector),
        "requirements": c.selector.json(),
        "namespace": pod.namespace,
        "origin": "pod" if pod.template.spread else "default",
        "min_domains": c.min_domains,
        "node_affinity_policy": c.node_affinity_policy,
        "node_taints_policy": c.node_taints_policy,
    }


def _domains(
    handle: Handle,
    column: Column[str],
    eligible: BoolArray,
    codes: Codes,
    counter: PodCounter,
    counts: IntArray,
) -> SpreadDomainColumns:
    """Return the domains with these codes: their values, nodes, counts, and the pods that count."""
    positions = np.full(len(column.values) + 1, -1)  # the last entry is for nodes without a value
    positions[codes] = np.arange(len(codes))
    of_node = np.where(eligible, positions[column.codes], -1)
    pods = [pods_behind(handle, nodes, counter) for nodes in _members(of_node, len(codes))]
    return {
        "value": [column.values[code] for code in codes.tolist()],
        "of_node": of_node,
        "pods": pods,
        "count": counts,
    }


def _members(of_node: IntArray, domains: int) -> list[IntArray]:
    """Return per domain the nodes that count in it."""
    order = np.argsort(of_node, kind="stable")
    starts = np.searchsorted(of_node[order], np.arange(domains + 1))
    return [order[start:end] for start, end in pairwise(starts.tolist())]


def _not_counted(
    handle: Handle, c: TopologySpreadConstraint, column: Column[str], eligible: BoolArray, pod: Pod
) -> UncountedNodeColumns:
    """Return per node the rule that excludes it from all domains."""
    affine = required_node_affinity(handle.snapshot.columns, pod.template)
    affinity, taints = c.node_affinity_policy == "Honor", c.node_taints_policy == "Honor"
    by_policy = np.where(~affine & affinity, _AFFINITY, _TAINTS if taints else _NO_LABEL)
    rule = np.where(eligible, _COUNTS, np.where(column.codes < 0, _NO_LABEL, by_policy))
    return {"rule": rule, "rules": ["", *_RULES]}


# ---- JSON -------------------------------------------------------------------------------------------


def _hard_by_name(c: HardSpreadColumns, names: list[str]) -> HardSpreadConstraint:
    domains, minimum = c["domains"], c["minimum"]
    numbers = zip(
        domains["skew"].tolist(), domains["headroom"].tolist(), domains["fits"].tolist(), strict=True
    )
    rows: list[HardSpreadDomain] = [
        {
            "value": value,
            "count": count,
            "nodes": nodes,
            "skew": skew,
            "headroom": headroom,
            "fits": fits,
            "pods": pods,
        }
        for (value, count, nodes, pods), (skew, headroom, fits) in zip(
            _rows(domains, names), numbers, strict=True
        )
    ]
    held_by = [domains["value"][i] for i in minimum["held_by"].tolist()]
    return {
        **c,
        "minimum": {**minimum, "held_by": held_by},
        "domains": rows,
        "not_counted": _uncounted_nodes(c["not_counted"], names),
    }


def _soft_by_name(c: SoftSpreadColumns, names: list[str]) -> SoftSpreadConstraint:
    domains = c["domains"]
    rows: list[SoftSpreadDomain] = [
        {"value": value, "count": count, "nodes": nodes, "points": points, "pods": pods}
        for (value, count, nodes, pods), points in zip(
            _rows(domains, names), domains["points"].tolist(), strict=True
        )
    ]
    return {**c, "domains": rows, "not_counted": _uncounted_nodes(c["not_counted"], names)}


def _rows(domains: SpreadDomainColumns, names: list[str]) -> Iterator[tuple[str, int, list[str], list[str]]]:
    """Return per domain its value, its count, the names of its nodes, and its pods."""
    members = _members(domains["of_node"], len(domains["value"]))
    nodes = ([names[i] for i in indices.tolist()] for indices in members)
    return zip(domains["value"], domains["count"].tolist(), nodes, domains["pods"], strict=True)


def _uncounted_nodes(not_counted: UncountedNodeColumns, names: list[str]) -> list[UncountedNode]:
    rule = not_counted["rule"]
    return [{"node": names[i], "rule": _RULES[rule[i] - 1]} for i in np.flatnonzero(rule).tolist()]
