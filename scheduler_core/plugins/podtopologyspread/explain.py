"""The operands behind the counts, verdicts and scores of PodTopologySpread: numbers and references."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from scheduler_core.cluster.columns import BoolArray, Column
from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.handle import Handle
from scheduler_core.objects.pod import Pod, TopologySpreadConstraint
from scheduler_core.plugins.helper import required_node_affinity

from .common import counted
from .filtering import Counted, PreFilterState
from .scoring import PreScoreState, Weighed

MAX_PODS = 100


def filter_steps(handle: Handle, state: CycleState, pod: Pod, node: int) -> list[dict[str, Any]]:
    """One step a constraint: its skew on this node, or the label that the node lacks."""
    return [
        _filter_step(handle, i, c, pod, node) for i, c in enumerate(state.read(PreFilterState).constraints)
    ]


def _filter_step(handle: Handle, index: int, c: Counted, pod: Pod, node: int) -> dict[str, Any]:
    key, code = c.constraint.topology_key, int(c.topology.codes[node])
    if code < 0:
        return {"kind": "spread_missing_label", "constraint": index, "key": key, "ok": False}
    skew = int(c.skew()[code])
    return {
        "kind": "spread_skew",
        "constraint": index,
        "key": key,
        "value": c.topology.values[code],
        "matching": int(c.matching[code]),
        "self_match": c.self_match,
        "minimum": c.minimum,
        "forced_zero": c.forced_zero,
        "held_by": _held_by(c),
        "skew": skew,
        "max_skew": c.constraint.max_skew,
        "pods": _pods(handle, c.constraint, c.topology, c.eligible, pod, code),
        "ok": skew <= c.constraint.max_skew,
    }


def score_steps(handle: Handle, state: CycleState, pod: Pod, node: int) -> list[dict[str, Any]]:
    """One step a constraint: points = count·weight + maxSkew − 1; the raw score is their rounded sum."""
    found = state.read(PreScoreState)
    if found.ignored[node]:
        keys = [c.constraint.topology_key for c in found.constraints if c.topology.codes[node] < 0]
        return [{"kind": "spread_ignored", "keys": keys}]
    return [
        {
            "kind": "spread_score",
            "constraint": i,
            "key": c.constraint.topology_key,
            "value": c.topology.values[c.topology.codes[node]],
            "count": int(c.counts(np.array([node]))[0]),
            "size": c.size,
            "weight": c.weight,
            "max_skew": c.constraint.max_skew,
            "points": float(c.points(np.array([node]))[0]),
        }
        for i, c in enumerate(found.constraints)
        if c.topology.codes[node] >= 0
    ]


def ledger(handle: Handle, state: CycleState, pod: Pod) -> dict[str, Any]:
    hard, soft = state.get(PreFilterState), state.get(PreScoreState)
    return {
        "filter": [_hard(handle, i, c, pod) for i, c in enumerate(hard.constraints if hard else ())],
        "score": [_soft(handle, i, c, pod) for i, c in enumerate(soft.constraints if soft else ())],
    }


def _hard(handle: Handle, index: int, c: Counted, pod: Pod) -> dict[str, Any]:
    limit = c.minimum + c.constraint.max_skew - c.self_match
    domains = [
        {
            "value": c.topology.values[code],
            "count": int(c.matching[code]),
            "nodes": _nodes(handle, c.topology, c.eligible, code),
            "skew": int(c.skew()[code]),
            "headroom": limit - int(c.matching[code]),
            "fits": int(c.matching[code]) <= limit,
            "pods": _pods(handle, c.constraint, c.topology, c.eligible, pod, code),
        }
        for code in np.flatnonzero(c.domain).tolist()
    ]
    minimum = {
        "value": c.minimum,
        "smallest": c.smallest if domains else None,
        "held_by": _held_by(c),
        "domains": c.domains,
        "forced_zero": c.forced_zero,
    }
    return {
        **_described(index, c.constraint, pod),
        "self_match": c.self_match,
        "minimum": minimum,
        "domains": domains,
        "not_counted": _not_counted(handle, c.constraint, c.topology, c.eligible, pod),
    }


def _soft(handle: Handle, index: int, c: Weighed, pod: Pod) -> dict[str, Any]:
    per_node = c.fixed.by_host
    eligible = np.ones(len(handle.snapshot), dtype=bool) if per_node else c.fixed.eligible
    shown = (
        np.unique(c.topology.codes[c.topology.codes >= 0]) if per_node else np.flatnonzero(c.candidate[:-1])
    )
    domains = []
    for code in shown.tolist():
        first = int(np.flatnonzero(c.topology.codes == code)[0])
        domains.append(
            {
                "value": c.topology.values[code],
                "count": int(c.counts(np.array([first]))[0]),
                "points": float(c.points(np.array([first]))[0]),
                "nodes": _nodes(handle, c.topology, eligible, code),
                "pods": _pods(handle, c.constraint, c.topology, eligible, pod, code),
            }
        )
    return {
        **_described(index, c.constraint, pod),
        "self_match": int(c.constraint.selector.matches(pod.template.labels)),
        "size": c.size,
        "weight": c.weight,
        "domains": domains,
        "not_counted": _not_counted(handle, c.constraint, c.topology, eligible, pod),
    }


def _described(index: int, c: TopologySpreadConstraint, pod: Pod) -> dict[str, Any]:
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


def _held_by(c: Counted) -> list[str]:
    """The domains that hold the smallest count."""
    smallest = (c.matching == c.smallest) & c.domain
    return [c.topology.values[code] for code in np.flatnonzero(smallest).tolist()]


def _nodes(handle: Handle, column: Column[str], eligible: BoolArray, code: int) -> list[str]:
    chosen = np.flatnonzero((column.codes == code) & eligible)
    return [handle.snapshot.nodes[i].name for i in chosen.tolist()]


def _pods(
    handle: Handle, c: TopologySpreadConstraint, column: Column[str], eligible: BoolArray, pod: Pod, code: int
) -> list[str]:
    """The pods behind a count, at most MAX_PODS."""
    counts = cache(lambda template: counted(template, pod.namespace, c.selector))
    found: list[str] = []
    for node in np.flatnonzero((column.codes == code) & eligible).tolist():
        found += [p.key for p in handle.snapshot.pods_on(node) if counts(p.template)]
        if len(found) >= MAX_PODS:
            break
    return found[:MAX_PODS]


def _not_counted(
    handle: Handle, c: TopologySpreadConstraint, column: Column[str], eligible: BoolArray, pod: Pod
) -> list[dict[str, str]]:
    """The nodes that are in no domain, with the rule that leaves them out."""
    affine = required_node_affinity(handle.snapshot.columns, pod.template)
    rows = []
    for i in np.flatnonzero(~eligible).tolist():
        if column.codes[i] < 0:
            rule = "missing label"
        elif c.node_affinity_policy == "Honor" and not affine[i]:
            rule = "nodeAffinityPolicy: Honor"
        elif c.node_taints_policy == "Honor":
            rule = "nodeTaintsPolicy: Honor"
        else:
            rule = "missing label"
        rows.append({"node": handle.snapshot.nodes[i].name, "rule": rule})
    return rows
