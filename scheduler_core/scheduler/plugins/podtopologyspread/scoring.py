"""Mirrors pkg/scheduler/framework/plugins/podtopologyspread/scoring.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Self

import numpy as np
from numpy.typing import NDArray

from scheduler_core.kubernetes.golang import divide, round_half_away, truncate
from scheduler_core.kubernetes.objects.node import HOSTNAME
from scheduler_core.kubernetes.objects.pod import PodTemplate, TopologySpreadConstraint
from scheduler_core.scheduler.cluster.columns import BoolArray, Column, IntArray
from scheduler_core.scheduler.cluster.snapshot import PodCounter
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import MAX_NODE_SCORE

from .common import has_all_keys, included_nodes, matching_pods, topology


@dataclass(frozen=True, slots=True)
class SoftConstraint:
    """A constraint of Score with what follows from the pod's class alone. `eligible[i]`: node i counts."""

    constraint: TopologySpreadConstraint
    topology: Column[str]
    eligible: BoolArray
    pods: PodCounter

    @property
    def by_host(self) -> bool:
        """Whether a node scores by its own pods (the hostname key), not by those of its domain's eligible nodes."""
        return self.constraint.topology_key == HOSTNAME


@dataclass(frozen=True, slots=True)
class SoftWeights:
    """A constraint of Score in one cycle.

    `count` is the number of matching pods, per node for the hostname key, per topology value for other keys.
    `candidate[v]`: the value v has a feasible node. `size`: the number of such values. `weight` = ln(size + 2).
    """

    fixed: SoftConstraint
    candidate: BoolArray
    count: IntArray
    size: int
    weight: float

    @property
    def constraint(self) -> TopologySpreadConstraint:
        return self.fixed.constraint

    @property
    def topology(self) -> Column[str]:
        return self.fixed.topology

    def counts(self, nodes: IntArray) -> IntArray:
        """Return per node the number of matching pods that it scores by."""
        return self.count[nodes] if self.fixed.by_host else self.topology.at(nodes, self.count, missing=0)

    def points(self, nodes: IntArray) -> NDArray[np.float64]:
        """Return per node count·weight + (maxSkew − 1), or 0 if it lacks the label (scoreForCount)."""
        counts: NDArray[np.float64] = self.counts(nodes).astype(np.float64)
        points = counts * self.weight + (self.constraint.max_skew - 1)
        return points if self.topology.complete else np.where(self.topology.codes[nodes] >= 0, points, 0.0)


@dataclass(frozen=True, slots=True)
class SoftConstraints:
    """The soft constraints of a class. `ignored[i]`: Score ignores node i because it lacks a topology key."""

    constraints: tuple[SoftConstraint, ...]
    ignored: BoolArray


@dataclass(frozen=True, slots=True)
class PreScoreState:
    """The soft constraints in one cycle; `ignored` as in SoftConstraints."""

    constraints: tuple[SoftWeights, ...]
    ignored: BoolArray
    feasible: IntArray

    def clone(self) -> Self:
        return self


def soft_constraints(
    handle: Handle,
    template: PodTemplate,
    constraints: tuple[TopologySpreadConstraint, ...],
    *,
    require_all_topologies: bool,
) -> SoftConstraints:
    all_nodes = np.ones(len(handle.snapshot), dtype=bool)
    countable = has_all_keys(handle, constraints) if require_all_topologies else all_nodes
    return SoftConstraints(
        tuple(_soft_constraint(handle, template, c, countable) for c in constraints), ~countable
    )


def _soft_constraint(
    handle: Handle, template: PodTemplate, constraint: TopologySpreadConstraint, countable: BoolArray
) -> SoftConstraint:
    eligible = countable & included_nodes(handle, template, constraint)
    pods = matching_pods(handle, template.namespace, constraint, eligible)
    return SoftConstraint(constraint, topology(handle, constraint), eligible, pods)


def cal_pre_score_state(soft: SoftConstraints, feasible: IntArray) -> PreScoreState:
    candidates = feasible[~soft.ignored[feasible]]
    return PreScoreState(
        tuple(_soft_weights(c, candidates) for c in soft.constraints), soft.ignored, feasible
    )


def _soft_weights(soft: SoftConstraint, candidates: IntArray) -> SoftWeights:
    # Nodes without the label form one domain (the empty value); only the system defaults admit such nodes.
    candidate = np.zeros(len(soft.topology.values) + 1, dtype=bool)
    if soft.by_host:
        size, count = len(candidates), soft.pods.by_node
    else:
        candidate[soft.topology.codes[candidates]] = True
        _join_empty_value(soft, candidate)
        size, count = int(candidate.sum()), _counts_by_value(soft)
    return SoftWeights(soft, candidate, count.copy(), size, log(size + 2))


def _join_empty_value(soft: SoftConstraint, candidate: BoolArray) -> None:
    """Let the nodes without the label and those with an empty value be one domain."""
    empty = soft.topology.index.get("")
    if empty is not None:
        candidate[empty] |= candidate[-1]
        candidate[-1] = False


def _counts_by_value(soft: SoftConstraint) -> IntArray:
    """Return the matching pods per topology value; those on nodes without the label count for the empty value."""
    empty = soft.topology.index.get("")
    if empty is None or soft.topology.complete:
        return soft.pods.by_value
    counts = soft.pods.by_value.copy()
    counts[empty] += soft.pods.by_node[soft.eligible & (soft.topology.codes < 0)].sum()
    return counts


def score_nodes(state: CycleState, feasible: IntArray, *, cut: bool) -> IntArray:
    """Return per feasible node the sum over the constraints, rounded or cut; 0 for ignored nodes."""
    soft = state.read(PreScoreState)
    total = np.zeros(len(feasible))
    for c in soft.constraints:
        total += c.points(feasible)
    return np.where(soft.ignored[feasible], 0, truncate(total) if cut else round_half_away(total))


def scored_range(state: CycleState, scores: IntArray) -> IntArray:
    """Return the scores over which minimum and maximum are taken: those of nodes that are not ignored."""
    soft = state.read(PreScoreState)
    return scores[~soft.ignored[soft.feasible]]


def normalize(state: CycleState, scores: IntArray) -> IntArray:
    """Return 100·(max + min − s)/max in integers; 0 for ignored nodes, 100 for all others if the maximum is 0."""
    soft = state.read(PreScoreState)
    ignored = soft.ignored[soft.feasible]
    scored = scored_range(state, scores)
    if not len(scored):
        return np.zeros_like(scores)
    largest, smallest = int(scored.max()), int(scored.min())
    if largest == 0:
        return np.where(ignored, 0, MAX_NODE_SCORE)
    return np.where(ignored, 0, divide(MAX_NODE_SCORE * (largest + smallest - scores), largest))


def score_by_counts(state: CycleState, feasible: IntArray) -> IntArray:
    """Return per feasible node the matching pods of its domains; 0 for ignored nodes."""
    soft = state.read(PreScoreState)
    total = np.zeros(len(feasible), dtype=np.int64)
    for c in soft.constraints:
        total += c.topology.at(feasible, c.fixed.pods.by_value, missing=0)
    return np.where(soft.ignored[feasible], 0, total)


def normalize_counts(state: CycleState, scores: IntArray) -> IntArray:
    """Return 100·(sum − s)/(sum − min), cut to an integer; 0 for ignored nodes, 100 for all if that divides by 0."""
    soft = state.read(PreScoreState)
    ignored = soft.ignored[soft.feasible]
    scored = scores[~ignored]
    span = int(scored.sum() - scored.min()) if len(scored) else 0
    if span == 0:
        return np.full_like(scores, MAX_NODE_SCORE)
    flipped = (scored.sum() - scores) / span
    return np.where(ignored, 0, truncate(float(MAX_NODE_SCORE) * flipped))
