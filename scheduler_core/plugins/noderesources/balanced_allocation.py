"""Mirrors pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from scheduler_core.columns import IntArray
from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import MAX_NODE_SCORE, Locality
from scheduler_core.framework.status import SKIP, SUCCESS, Status
from scheduler_core.golang import truncate
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.resources import CPU, MEMORY

from .resource_allocation import Allocation, WeightedResource, allocations, unit


@dataclass(slots=True)
class BalancedAllocation:
    """Favours nodes whose resources would be used to similar shares."""

    handle: Handle
    resources: tuple[WeightedResource, ...] = (WeightedResource(CPU), WeightedResource(MEMORY))
    name: str = "NodeResourcesBalancedAllocation"
    score_locality: ClassVar[Locality] = Locality.NODE_PODS

    def pre_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> Status:
        """Skipped for pods that request none of the resources (isBestEffortPod)."""
        requests = pod.template.requests
        return SUCCESS if any(requests.get(r.name, 0) for r in self.resources) else SKIP

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        """int(100·(1 − standard deviation of the shares)), a share being at most 1."""
        return truncate((1.0 - self._deviation(self._allocations(pod, feasible))) * float(MAX_NODE_SCORE))

    def _allocations(self, pod: Pod, nodes: IntArray) -> list[Allocation]:
        return allocations(
            self.handle.snapshot, self.resources, pod.template.requests, nodes, use_requested=True
        )

    def _deviation(self, found: list[Allocation]) -> NDArray[np.float64]:
        """The standard deviation of a node's shares; of two shares half their difference, as upstream computes it."""
        if len(found) == 2:
            both = (found[0].allocatable != 0) & (found[1].allocatable != 0)
            return np.where(both, np.abs(_share(found[0]) - _share(found[1])) / 2, 0.0)
        present = np.array([a.allocatable != 0 for a in found])
        shares = np.array([_share(a) for a in found])
        count = present.sum(axis=0)
        mean = shares.sum(axis=0) / np.maximum(count, 1)
        squares = np.where(present, (shares - mean) * (shares - mean), 0.0).sum(axis=0)
        difference = np.where(present, shares, -np.inf).max(axis=0) - np.where(present, shares, np.inf).min(
            axis=0
        )
        several = np.where(count > 2, np.sqrt(squares / np.maximum(count, 1)), 0.0)
        return np.where(count == 2, difference / 2, several)

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> list[dict[str, Any]]:
        here = np.array([node])
        found = self._allocations(pod, here)
        steps: list[dict[str, Any]] = [
            {
                "kind": "balanced_score",
                "resource": a.resource.name,
                "requested": int(a.requested[0]),
                "allocatable": int(a.allocatable[0]),
                "fraction": float(_share(a)[0]),
                "unit": unit(a.resource.name),
            }
            for a in found
            if a.allocatable[0]
        ]
        result = {
            "kind": "balanced_result",
            "mean": sum(s["fraction"] for s in steps) / max(len(steps), 1),
            "std": float(self._deviation(found)[0]),
            "score": int(self.score(state, pod, here)[0]),
        }
        return [*steps, result]


def _share(allocation: Allocation) -> NDArray[np.float64]:
    share = allocation.requested / np.maximum(allocation.allocatable, 1)
    return np.where(allocation.allocatable != 0, np.minimum(share, 1.0), 0.0)
