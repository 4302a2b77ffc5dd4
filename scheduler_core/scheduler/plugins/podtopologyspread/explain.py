"""The operands behind the counts, verdicts and scores of PodTopologySpread: numbers and references."""

from __future__ import annotations

import numpy as np

from scheduler_core.allowance import check
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cluster.snapshot import PodCounter
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle

from .contract import SpreadFilterStep, SpreadScoringStep
from .filtering import HardCounts, PreFilterState
from .scoring import PreScoreState

MAX_PODS = 100


def filter_steps(handle: Handle, state: CycleState, node: int) -> list[SpreadFilterStep]:
    """Return one step per constraint: its skew on this node, or the label that the node lacks."""
    return [_filter_step(handle, i, c, node) for i, c in enumerate(state.read(PreFilterState).constraints)]


def _filter_step(handle: Handle, index: int, c: HardCounts, node: int) -> SpreadFilterStep:
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
        "pods": pods_behind(handle, np.flatnonzero((c.topology.codes == code) & c.eligible), c.fixed.pods),
        "ok": skew <= c.constraint.max_skew,
    }


def score_steps(state: CycleState, node: int) -> list[SpreadScoringStep]:
    """Return one step per constraint: points = count·weight + maxSkew − 1. The raw score is their rounded sum."""
    soft = state.read(PreScoreState)
    if soft.ignored[node]:
        keys = [c.constraint.topology_key for c in soft.constraints if c.topology.codes[node] < 0]
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
        for i, c in enumerate(soft.constraints)
        if c.topology.codes[node] >= 0
    ]


def _held_by(c: HardCounts) -> list[str]:
    """Return the domains with the smallest count."""
    smallest = (c.matching == c.smallest) & c.domain
    return [c.topology.values[code] for code in np.flatnonzero(smallest).tolist()]


def pods_behind(handle: Handle, nodes: IntArray, counter: PodCounter) -> list[str]:
    """Return the keys of the pods that count on these nodes, at most MAX_PODS."""
    check()
    pod_keys: list[str] = []
    for node in nodes[counter.by_node[nodes] > 0].tolist():
        pod_keys += [p.key for p in handle.snapshot.pods_on(node) if counter.weight_of(p.template)]
        if len(pod_keys) >= MAX_PODS:
            break
    return pod_keys[:MAX_PODS]
