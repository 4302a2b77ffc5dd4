"""NodeResourcesLeastAllocated, NodeResourcesMostAllocated and RequestedToCapacityRatio, once plugins of their own.

Mirrors least_allocated.go, most_allocated.go, requested_to_capacity_ratio.go and resource_allocation.go of
pkg/scheduler/framework/plugins/noderesources @ v1.20.15. Later versions score with NodeResourcesFit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scheduler_core.kubernetes.golang import round_half_away
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cluster.snapshot import NON_ZERO
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import MAX_NODE_SCORE, Locality

from .fit import FitScoreStep
from .resource_allocation import WeightedResource, requests_to_score, unit
from .scorers import RequestedToCapacityRatio, least_allocated

STRATEGIES = {
    "NodeResourcesLeastAllocated": "LeastAllocated",
    "NodeResourcesMostAllocated": "MostAllocated",
    "RequestedToCapacityRatio": "RequestedToCapacityRatio",
}


@dataclass(slots=True)
class SeparateScorer:
    """Scores by the node's utilization with the pod.

    Unlike the strategies of NodeResourcesFit it counts resources that the node lacks, or that the pod does not
    request, with their weight. `shape` is that of RequestedToCapacityRatio, with scores multiplied by 10.
    """

    handle: Handle
    name: str
    resources: tuple[WeightedResource, ...]
    shape: tuple[tuple[int, int], ...] = ()
    score_locality: Locality = Locality.NODE_PODS

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        """Return Σ score·weight / Σ weight; for RequestedToCapacityRatio rounded and without scores of 0."""
        points = np.stack([self._points(*self._amounts(r.name, pod, feasible)) for r in self.resources])
        weights = np.array([[r.weight] for r in self.resources], dtype=np.int64)
        if self.name != "RequestedToCapacityRatio":
            mean: IntArray = (points * weights).sum(axis=0) // max(int(weights.sum()), 1)
            return mean
        total, weight = (points * weights).sum(axis=0), np.where(points > 0, weights, 0).sum(axis=0)
        return np.where(weight > 0, round_half_away(total / np.maximum(weight, 1)), 0)

    def _amounts(self, resource: str, pod: Pod, nodes: IntArray) -> tuple[IntArray, IntArray]:
        """Return what is requested with the pod and what is allocatable, per node."""
        snapshot = self.handle.snapshot
        requests = requests_to_score(self.handle.version, pod.template, use_requested=False)
        used = snapshot.requested.rows([NON_ZERO.get(resource, resource)])[0]
        allocatable = snapshot.allocatable.rows([resource])[0]
        requested = snapshot.requested.values[used, nodes] + requests.get(resource, 0)
        return requested, snapshot.allocatable.values[allocatable, nodes]

    def _points(self, requested: IntArray, allocatable: IntArray) -> IntArray:
        strategy = STRATEGIES[self.name]
        if strategy == "LeastAllocated":
            return least_allocated(requested, allocatable)
        if strategy == "MostAllocated":
            fits = requested <= allocatable
            return np.where(fits, requested * MAX_NODE_SCORE // np.maximum(allocatable, 1), 0)
        # 100 − (allocatable − requested)·100/allocatable in integers; a node without the resource is full.
        free = np.maximum(allocatable - requested, 0)
        utilization = MAX_NODE_SCORE - free * MAX_NODE_SCORE // np.maximum(allocatable, 1)
        return RequestedToCapacityRatio(self.shape).at(utilization)

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> list[FitScoreStep]:
        here = np.array([node])
        steps: list[FitScoreStep] = []
        for resource in self.resources:
            requested, allocatable = self._amounts(resource.name, pod, here)
            steps.append(
                {
                    "kind": "fit_score",
                    "strategy": STRATEGIES[self.name],
                    "resource": resource.name,
                    "requested": int(requested[0]),
                    "allocatable": int(allocatable[0]),
                    "score": int(self._points(requested, allocatable)[0]),
                    "weight": resource.weight,
                    "unit": unit(resource.name),
                }
            )
        return steps
