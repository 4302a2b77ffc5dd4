"""The scoring strategies of NodeResourcesFit.

Mirrors least_allocated.go, most_allocated.go and requested_to_capacity_ratio.go of
pkg/scheduler/framework/plugins/noderesources @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from scheduler_core.kubernetes.golang import divide, round_half_away
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.framework.interfaces import MAX_NODE_SCORE

from .resource_allocation import Allocation

ResourceScore = Callable[[IntArray, IntArray], IntArray]


def least_allocated(requested: IntArray, allocatable: IntArray) -> IntArray:
    """Return 100·(allocatable − requested)/allocatable; 0 if requested exceeds allocatable."""
    free = np.maximum(allocatable - requested, 0)
    result: IntArray = free * MAX_NODE_SCORE // np.maximum(allocatable, 1)
    return result


def most_allocated(requested: IntArray, allocatable: IntArray) -> IntArray:
    """Return 100·requested/allocatable, at most 100."""
    result: IntArray = np.minimum(requested, allocatable) * MAX_NODE_SCORE // np.maximum(allocatable, 1)
    return result


@dataclass(frozen=True, slots=True)
class RequestedToCapacityRatio:
    """The score on a broken line through the points (utilization 0–100, score 0–100), in integers."""

    shape: tuple[tuple[int, int], ...]

    def __call__(self, requested: IntArray, allocatable: IntArray) -> IntArray:
        utilization = np.where(
            requested > allocatable, MAX_NODE_SCORE, requested * MAX_NODE_SCORE // np.maximum(allocatable, 1)
        )
        return self.at(utilization)

    def at(self, utilization: IntArray) -> IntArray:
        """Return the value of the broken line (helper.BuildBrokenLinearFunction)."""
        result = np.full_like(utilization, self.shape[-1][1])
        for i in reversed(range(len(self.shape))):
            x, y = self.shape[i]
            if i == 0:
                value: IntArray = np.full_like(utilization, y)
            else:
                x0, y0 = self.shape[i - 1]
                value = y0 + divide((y - y0) * (utilization - x0), x - x0)
            result = np.where(utilization <= x, value, result)
        return result


def weighted_mean(allocation: Allocation, score: ResourceScore, *, ratio: bool) -> IntArray:
    """Return per node Σ score·weight / Σ weight over the resources that it has.

    With `ratio` (RequestedToCapacityRatio) resources that score 0 are dropped and the mean is rounded.
    """
    weights = allocation.scored.weights
    points = score(allocation.requested, allocation.allocatable)
    if allocation.scored.on_all_nodes and not ratio:
        mean: IntArray = np.add.reduce(points * weights, axis=0) // max(allocation.scored.total_weight, 1)
        return mean
    counts = (allocation.allocatable != 0) & ((points > 0) if ratio else True)
    total = np.where(counts, points * weights, 0).sum(axis=0)
    weight = np.where(counts, weights, 0).sum(axis=0)
    if ratio:
        return np.where(weight > 0, round_half_away(total / np.maximum(weight, 1)), 0)
    return np.where(weight > 0, total // np.maximum(weight, 1), 0)
