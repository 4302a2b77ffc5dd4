"""Mirrors pkg/scheduler/framework/plugins/podtopologyspread/scoring.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Self

import numpy as np
from numpy.typing import NDArray

from scheduler_core.cluster.columns import BoolArray, Column, IntArray
from scheduler_core.cluster.snapshot import PodCounter
from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import MAX_NODE_SCORE
from scheduler_core.golang import divide, round_half_away
from scheduler_core.objects.node import HOSTNAME
from scheduler_core.objects.pod import PodTemplate, TopologySpreadConstraint

from .common import has_all_keys, included, matching_pods, topology


@dataclass(frozen=True, slots=True)
class Soft:
    """A constraint of Score, with what does not change for a class of pods."""

    constraint: TopologySpreadConstraint
    topology: Column[str]
    eligible: BoolArray
    pods: PodCounter

    @property
    def by_host(self) -> bool:
        """For the hostname key a node is judged by its own pods; for others by its domain's, over eligible nodes."""
        return self.constraint.topology_key == HOSTNAME


@dataclass(frozen=True, slots=True)
class Weighed:
    """A constraint of Score in a cycle.

    `count` is the number of matching pods, per node for the hostname key and per topology value for others.
    `candidate[v]` says whether the value v has a feasible node, `size` how many have, and `weight` = ln(size + 2).
    """

    fixed: Soft
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
        """The counts by which some nodes are judged."""
        return self.count[nodes] if self.fixed.by_host else self.topology.at(nodes, self.count, missing=0)

    def points(self, nodes: IntArray) -> NDArray[np.float64]:
        """scoreForCount: count·weight + (maxSkew − 1); 0 for nodes without such a label."""
        counts: NDArray[np.float64] = self.counts(nodes).astype(np.float64)
        points = counts * self.weight + (self.constraint.max_skew - 1)
        return points if self.topology.complete else np.where(self.topology.codes[nodes] >= 0, points, 0.0)


@dataclass(frozen=True, slots=True)
class SoftConstraints:
    """The soft constraints of a class, and per node whether Score ignores it because it lacks a key."""

    constraints: tuple[Soft, ...]
    ignored: BoolArray


@dataclass(frozen=True, slots=True)
class PreScoreState:
    """The soft constraints in a cycle; `ignored` as in SoftConstraints."""

    constraints: tuple[Weighed, ...]
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
    everyone = np.ones(len(handle.snapshot), dtype=bool)
    counts_nodes = has_all_keys(handle, constraints) if require_all_topologies else everyone
    return SoftConstraints(
        tuple(_soft(handle, template, c, counts_nodes) for c in constraints), ~counts_nodes
    )


def _soft(
    handle: Handle, template: PodTemplate, constraint: TopologySpreadConstraint, counts_nodes: BoolArray
) -> Soft:
    eligible = counts_nodes & included(handle, template, constraint)
    pods = matching_pods(handle, template.namespace, constraint, eligible)
    return Soft(constraint, topology(handle, constraint), eligible, pods)


def cal_pre_score_state(soft: SoftConstraints, feasible: IntArray) -> PreScoreState:
    candidates = feasible[~soft.ignored[feasible]]
    return PreScoreState(tuple(_weigh(c, candidates) for c in soft.constraints), soft.ignored, feasible)


def _weigh(soft: Soft, candidates: IntArray) -> Weighed:
    # Nodes without the label form one domain (the empty value), which only system defaults let through.
    candidate = np.zeros(len(soft.topology.values) + 1, dtype=bool)
    if soft.by_host:
        size, count = len(candidates), soft.pods.by_node
    else:
        candidate[soft.topology.codes[candidates]] = True
        size, count = int(candidate.sum()), soft.pods.by_value
    return Weighed(soft, candidate, count.copy(), size, log(size + 2))


def score_nodes(state: CycleState, feasible: IntArray) -> IntArray:
    """Σ over the constraints, rounded; 0 for ignored nodes."""
    found = state.read(PreScoreState)
    total = np.zeros(len(feasible))
    for c in found.constraints:
        total += c.points(feasible)
    return np.where(found.ignored[feasible], 0, round_half_away(total))


def judged_scores(state: CycleState, scores: IntArray) -> IntArray:
    """The scores over which minimum and maximum are taken: those of nodes that are not ignored."""
    found = state.read(PreScoreState)
    return scores[~found.ignored[found.feasible]]


def normalize(state: CycleState, scores: IntArray) -> IntArray:
    """100·(max + min − s)/max in integers; ignored nodes get 0, all others 100 when the maximum is 0."""
    found = state.read(PreScoreState)
    ignored = found.ignored[found.feasible]
    judged = judged_scores(state, scores)
    if not len(judged):
        return np.zeros_like(scores)
    largest, smallest = int(judged.max()), int(judged.min())
    if largest == 0:
        return np.where(ignored, 0, MAX_NODE_SCORE)
    return np.where(ignored, 0, divide(MAX_NODE_SCORE * (largest + smallest - scores), largest))
