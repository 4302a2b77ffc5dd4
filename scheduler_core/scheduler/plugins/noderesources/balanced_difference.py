"""Mirrors pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go @ v1.20.15."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from scheduler_core.kubernetes.golang import truncate
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import MAX_NODE_SCORE, Locality

from .balanced_allocation import BalancedResultStep, BalancedScoreStep
from .resource_allocation import (
    Allocation,
    Allocations,
    WeightedResource,
    unit,
)

_RESOURCES = (WeightedResource(CPU), WeightedResource(MEMORY))


@dataclass(slots=True)
class BalancedDifference:
    """Favours nodes whose cpu and memory would be used evenly, by the difference of their shares."""

    handle: Handle
    name: str = "NodeResourcesBalancedAllocation"
    score_locality: ClassVar[Locality] = Locality.NODE_PODS
    _allocations: Allocations = field(init=False)

    def __post_init__(self) -> None:
        self._allocations = Allocations(self.handle, _RESOURCES)

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        """Return int(100·(1 − |cpu share − memory share|)); 0 as soon as a share is 1 or more."""
        shares = _shares(self._allocations.on(pod.template, feasible))
        points = truncate((1.0 - np.abs(shares[0] - shares[1])) * float(MAX_NODE_SCORE))
        return np.where((shares >= 1).any(axis=0), 0, points)

    def explain_score(
        self, state: CycleState, pod: Pod, node: int
    ) -> list[BalancedScoreStep | BalancedResultStep]:
        here = np.array([node])
        allocation = self._allocations.on(pod.template, here)
        shares = _shares(allocation)[:, 0].tolist()
        steps: list[BalancedScoreStep] = [
            {
                "kind": "balanced_score",
                "resource": resource.name,
                "requested": int(allocation.requested[i, 0]),
                "allocatable": int(allocation.allocatable[i, 0]),
                "fraction": shares[i],
                "unit": unit(resource.name),
            }
            for i, resource in enumerate(allocation.scored.resources)
        ]
        result: BalancedResultStep = {
            "kind": "balanced_result",
            "mean": sum(shares) / len(shares),
            "std": abs(shares[0] - shares[1]) / 2,
            "difference": abs(shares[0] - shares[1]),
            "score": int(self.score(state, pod, here)[0]),
        }
        return [*steps, result]


def _shares(allocation: Allocation) -> NDArray[np.float64]:
    """Return requested / allocatable per resource and node; 1 if the node lacks the resource."""
    shares = allocation.requested / np.maximum(allocation.allocatable, 1)
    return np.where(allocation.allocatable != 0, shares, 1.0)
