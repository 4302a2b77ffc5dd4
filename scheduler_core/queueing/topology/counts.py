"""The pods and slices that each domain of the tree could take, level by level, and why nodes are left out.

Mirrors fillInCounts, fillLeafCounts, fillInCountsHelper and tasExclusionStats of
pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from scheduler_core.kubernetes.objects.resources import Amounts
from scheduler_core.queueing.objects.amounts import saturated

from .demand import Demand
from .feasible import Feasibility
from .tree import IntArray, Level, TopologyTree


@dataclass(slots=True)
class Exclusions:
    """Numbers of nodes by reason, of `nodes` altogether."""

    nodes: int
    reasons: dict[str, int] = field(default_factory=dict)

    def count(self, reason: str, leaves: NDArray[np.bool_]) -> None:
        """Count the leaves that are True under a reason."""
        if number := int(np.count_nonzero(leaves)):
            self.reasons[reason] = self.reasons.get(reason, 0) + number

    def __str__(self) -> str:
        """What a failure ends with; "" if no node is left out."""
        if not self.reasons:
            return ""
        reasons = sorted(f"{reason}: {count}" for reason, count in self.reasons.items())
        return f". Total nodes: {self.nodes}; excluded: {', '.join(reasons)}"


MOST = 2**31 - 1
_NO_LOSS = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True, eq=False)
class LevelCounts:
    """Counts of the domains of one level, each of shape (domains,) (domainState).

    `pods` and `slices` are what fits without a leader, `pods_beside` and `slices_beside` what fits beside one.
    `leaders` is 1 where a leader fits. `scores` are the weights of preferred node affinity.
    """

    pods: IntArray
    slices: IntArray
    pods_beside: IntArray
    slices_beside: IntArray
    leaders: IntArray
    scores: IntArray

    def in_slices_of(self, size: int) -> LevelCounts:
        """Return the counts with slices of another size."""
        return replace(self, slices=self.pods // size, slices_beside=self.pods_beside // size)

    def copy(self) -> LevelCounts:
        return LevelCounts(
            self.pods.copy(),
            self.slices.copy(),
            self.pods_beside.copy(),
            self.slices_beside.copy(),
            self.leaders.copy(),
            self.scores.copy(),
        )


Counts = list[LevelCounts]
"""Counts by level, the highest first."""


def copies_in(rows: Mapping[str, int], capacity: IntArray, requests: Amounts) -> IntArray:
    """Return per leaf how many times requests fit in `capacity`, of shape (resources, leaves) (CountIn)."""
    fitting = np.full(capacity.shape[1], MOST if requests else 0, dtype=np.int64)
    for name, amount in requests.items():
        if amount:
            np.minimum(fitting, _times(rows, capacity, name, amount), out=fitting)
    return fitting


def _times(rows: Mapping[str, int], capacity: IntArray, name: str, amount: int) -> IntArray:
    row = rows.get(name)
    if row is None:
        return np.zeros(capacity.shape[1], dtype=np.int64)
    times: IntArray = np.maximum(capacity[row] // saturated(amount), 0)
    return times


def count_leaves(
    tree: TopologyTree,
    capacity: IntArray,
    requests: Amounts,
    leader: Amounts | None,
    feasibility: Feasibility,
    inside: NDArray[np.bool_] | None,
) -> tuple[LevelCounts, Exclusions]:
    """Return the counts of the leaves, and why nodes are left out (fillLeafCounts).

    `requests` are those of one pod, the pod itself included, as `leader` are, None without one. Leaves that are not
    `inside` (None: all are) are left out.
    """
    exclusions = Exclusions(len(tree.nodes), dict(feasibility.excluded))
    allowed = feasibility.allowed
    if inside is not None:
        exclusions.count("topologyDomain", allowed & ~inside)
        allowed = allowed & inside
    pods = np.where(allowed, copies_in(tree.rows, capacity, requests), 0)
    _count_limiting(exclusions, tree, capacity, requests, allowed & (pods == 0))
    leaders, beside = np.zeros_like(pods), pods
    if leader is not None:
        leaders = np.where(allowed & (copies_in(tree.rows, capacity, leader) > 0), 1, 0)
        less = capacity.copy()
        for name, amount in leader.items():
            if (row := tree.rows.get(name)) is not None:
                less[row] -= leaders * saturated(amount)
        beside = np.where(allowed, copies_in(tree.rows, less, requests), 0)
    none = np.zeros_like(pods)
    scores = np.where(allowed, feasibility.scores, 0)
    return LevelCounts(pods, none, beside, none, leaders, scores), exclusions


def _count_limiting(
    exclusions: Exclusions, tree: TopologyTree, capacity: IntArray, requests: Amounts, left: NDArray[np.bool_]
) -> None:
    """Count leaves without room for one pod by the resource that is short, the first by name."""
    for name in sorted(requests):
        if requests[name] and left.any():
            row = tree.rows.get(name)
            short = left if row is None else left & (capacity[row] < saturated(requests[name]))
            exclusions.count(f'resource "{name}"', short)
            left = left & ~short


def roll_up(tree: TopologyTree, leaves: LevelCounts, demand: Demand) -> Counts:
    """Return the counts of all levels (fillInCountsHelper)."""
    bottom = leaves.in_slices_of(demand.size) if demand.slice_level == tree.bottom else leaves
    counts = [bottom]
    for number in range(tree.bottom - 1, -1, -1):
        counts.insert(0, _parents(tree.levels[number], number, counts[0], demand))
    return counts


def _parents(level: Level, number: int, children: LevelCounts, demand: Demand) -> LevelCounts:
    """Return the counts of a level of those of the level below."""
    first = level.first_child[:-1]
    pods, beside = children.pods, children.pods_beside
    if inner := demand.inner_sizes.get(number + 1):
        pods, beside = pods // inner * inner, beside // inner * inner
    total, slices = np.add.reduceat(pods, first), np.add.reduceat(children.slices, first)
    scores = np.add.reduceat(children.scores, first)
    if demand.leaders:
        hosts, lost = children.leaders > 0, children.slices - children.slices_beside
        parents = LevelCounts(
            total,
            slices,
            _beside(total, pods - beside, hosts, first),
            _beside(slices, lost, hosts, first),
            np.maximum.reduceat(children.leaders, first),
            scores,
        )
    else:  # then nothing is lost beside one
        parents = LevelCounts(total, slices, total, slices, np.zeros_like(total), scores)
    return parents.in_slices_of(demand.size) if number == demand.slice_level else parents


def _beside(total: IntArray, losses: IntArray, hosts: NDArray[np.bool_], first: IntArray) -> IntArray:
    """Return what is left of a total beside a leader: it goes to the child that loses least, if one can host it."""
    least = np.minimum.reduceat(np.where(hosts, losses, _NO_LOSS), first)
    return np.where(least == _NO_LOSS, 0, total - least)
