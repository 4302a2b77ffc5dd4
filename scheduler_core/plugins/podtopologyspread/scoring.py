"""Mirrors pkg/scheduler/framework/plugins/podtopologyspread/scoring.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Self

import numpy as np
from numpy.typing import NDArray

from scheduler_core.columns import BoolArray, Column, IntArray
from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import MAX_NODE_SCORE
from scheduler_core.golang import divide, round_half_away
from scheduler_core.objects.node import HOSTNAME
from scheduler_core.objects.pod import Pod, TopologySpreadConstraint

from .common import has_all_keys, included, matching_pods, topology


@dataclass(frozen=True, slots=True)
class Weighed:
    """A constraint of Score. `count[i]` is the number of matching pods that node i is judged by.

    For the hostname key that is the node's own; for others it is the domain's, over all eligible nodes.
    `size` is the number of domains among the feasible nodes and `weight` = ln(size + 2).
    """

    constraint: TopologySpreadConstraint
    topology: Column[str]
    eligible: BoolArray
    candidate: BoolArray
    count: IntArray
    size: int
    weight: float

    def points(self) -> NDArray[np.float64]:
        """scoreForCount per node: count·weight + (maxSkew − 1); 0 where the node has no such label."""
        points = self.count * self.weight + (self.constraint.max_skew - 1)
        return np.where(self.topology.codes >= 0, points, 0.0)


@dataclass(frozen=True, slots=True)
class PreScoreState:
    """The soft constraints, and per node whether Score ignores it because it lacks a key."""

    constraints: tuple[Weighed, ...]
    ignored: BoolArray
    feasible: IntArray

    def clone(self) -> Self:
        return self


def cal_pre_score_state(
    handle: Handle,
    pod: Pod,
    constraints: tuple[TopologySpreadConstraint, ...],
    feasible: IntArray,
    *,
    require_all_topologies: bool,
) -> PreScoreState:
    labelled = has_all_keys(handle, constraints)
    counts_nodes = labelled if require_all_topologies else np.ones(len(handle.snapshot), dtype=bool)
    candidates = feasible[counts_nodes[feasible]]
    weighed = tuple(_weigh(handle, pod, c, candidates, counts_nodes) for c in constraints)
    return PreScoreState(weighed, ~counts_nodes, feasible)


def _weigh(
    handle: Handle,
    pod: Pod,
    constraint: TopologySpreadConstraint,
    candidates: IntArray,
    counts_nodes: BoolArray,
) -> Weighed:
    column = topology(handle, constraint)
    pods = matching_pods(handle, pod.namespace, constraint).by_node
    eligible = counts_nodes & included(handle, pod, constraint)
    if constraint.topology_key == HOSTNAME:
        candidate = np.zeros(len(column.values) + 1, dtype=bool)
        size, count = len(candidates), pods
    else:
        # Nodes without the label form one domain (the empty value), which only system defaults let through.
        candidate = np.zeros(len(column.values) + 1, dtype=bool)
        candidate[column.codes[candidates]] = True
        size = int(candidate.sum())
        count = column.spread(column.sums(np.where(eligible, pods, 0)))
    return Weighed(constraint, column, eligible, candidate, count, size, log(size + 2))


def score_nodes(state: CycleState, feasible: IntArray) -> IntArray:
    """Σ over the constraints, rounded; 0 for ignored nodes."""
    found = state.read(PreScoreState)
    total = np.zeros(len(found.ignored))
    for c in found.constraints:
        total += c.points()
    return np.where(found.ignored, 0, round_half_away(total))[feasible]


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
