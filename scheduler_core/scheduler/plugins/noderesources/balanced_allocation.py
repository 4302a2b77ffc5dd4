"""Mirrors pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, NotRequired

import numpy as np
from numpy.typing import NDArray

from scheduler_core.kubernetes.golang import truncate
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import MAX_NODE_SCORE, Locality
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Status

from .devices import ExtendedResourceDevices
from .resource_allocation import (
    Allocation,
    Allocations,
    Unit,
    WeightedResource,
    unit,
)


class BalancedScoreStep(TypedDict):
    """A resource's share: fraction = requested / allocatable, at most 1."""

    kind: Literal["balanced_score"]
    resource: str
    requested: int
    """Including the incoming pod."""
    allocatable: int
    fraction: float
    unit: Unit


class BalanceWithoutPod(TypedDict):
    """The node's balance without the incoming pod."""

    fractions: list[float]
    """By resource, in the order of the steps."""
    std: float
    score: int


class BalancedResultStep(TypedDict):
    """Mean and standard deviation of the shares; score = (1 − std) · 100, truncated to an integer.

    If `difference`, that of two shares, is present: score = (1 − difference) · 100.
    If `without` is present, the raw score is 50 + (50 + score − without.score) / 2, truncated to an integer.
    """

    kind: Literal["balanced_result"]
    mean: float
    std: float
    difference: NotRequired[float]
    score: int
    without: NotRequired[BalanceWithoutPod]


@dataclass(slots=True)
class BalancedAllocation:
    """Favours nodes whose resources would be used evenly."""

    handle: Handle
    resources: tuple[WeightedResource, ...] = (WeightedResource(CPU), WeightedResource(MEMORY))
    name: str = "NodeResourcesBalancedAllocation"
    pre_score_locality: ClassVar[Locality] = Locality.NODE
    signed_fields: ClassVar[tuple[str, ...]] = ("requests",)
    _allocations: Allocations = field(init=False)
    _devices: ExtendedResourceDevices = field(init=False)

    def __post_init__(self) -> None:
        self._allocations = Allocations(self.handle, self.resources, use_requested=True)
        self._devices = ExtendedResourceDevices(self.handle)

    def score_locality(self, template: PodTemplate) -> Locality:
        return self._devices.locality(template, self.resources)

    def pre_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> Status:
        """Skip pods that request none of the resources (isBestEffortPod)."""
        requests = pod.template.requests
        return SUCCESS if any(requests.get(r.name, 0) for r in self.resources) else SKIP

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        """Return the balance with the pod; since v1.36 int(50 + (50 + balance with − balance without the pod) / 2)."""
        allocation = self._allocation(pod, feasible)
        if self.handle.version.balance_change_scores:
            half = MAX_NODE_SCORE // 2
            return half + (half + _balance(allocation) - _balance(allocation.without_pod())) // 2
        return _balance(allocation)

    def _allocation(self, pod: Pod, nodes: IntArray) -> Allocation:
        return self._devices.counted_in(self._allocations.on(pod.template, nodes), nodes)

    def explain_score(
        self, state: CycleState, pod: Pod, node: int
    ) -> list[BalancedScoreStep | BalancedResultStep]:
        here = np.array([node])
        allocation = self._allocation(pod, here)
        listed = zip(
            allocation.scored.resources,
            allocation.requested[:, 0].tolist(),
            allocation.allocatable[:, 0].tolist(),
            _shares(allocation)[:, 0].tolist(),
            strict=True,
        )
        steps: list[BalancedScoreStep] = [
            {
                "kind": "balanced_score",
                "resource": resource.name,
                "requested": requested,
                "allocatable": allocatable,
                "fraction": share,
                "unit": unit(resource.name),
            }
            for resource, requested, allocatable, share in listed
            if allocatable
        ]
        result: BalancedResultStep = {
            "kind": "balanced_result",
            "mean": sum(s["fraction"] for s in steps) / max(len(steps), 1),
            "std": float(_deviation(allocation)[0]),
            "score": int(_balance(allocation)[0]),
        }
        if self.handle.version.balance_change_scores:
            without = allocation.without_pod()
            result["without"] = {
                "fractions": _shares(without)[:, 0][allocation.allocatable[:, 0] != 0].tolist(),
                "std": float(_deviation(without)[0]),
                "score": int(_balance(without)[0]),
            }
        return [*steps, result]


def _balance(allocation: Allocation) -> IntArray:
    """Return int(100·(1 − standard deviation of the shares)) per node, each share at most 1."""
    return truncate((1.0 - _deviation(allocation)) * float(MAX_NODE_SCORE))


def _deviation(allocation: Allocation) -> NDArray[np.float64]:
    """Return the standard deviation of each node's shares; of two shares half their difference, as upstream."""
    shares = _shares(allocation)
    if allocation.scored.on_all_nodes and len(shares) == 2:
        half: NDArray[np.float64] = np.abs(shares[0] - shares[1]) / 2
        return half
    present = allocation.allocatable != 0
    count = present.sum(axis=0)
    mean = shares.sum(axis=0) / np.maximum(count, 1)
    squares = np.where(present, (shares - mean) * (shares - mean), 0.0).sum(axis=0)
    largest = np.where(present, shares, -np.inf).max(axis=0, initial=-np.inf)
    difference = largest - np.where(present, shares, np.inf).min(axis=0, initial=np.inf)
    several = np.where(count > 2, np.sqrt(squares / np.maximum(count, 1)), 0.0)
    return np.where(count == 2, difference / 2, several)


def _shares(allocation: Allocation) -> NDArray[np.float64]:
    """Return min(requested / allocatable, 1) per resource and node; 0 if the node lacks the resource."""
    if allocation.scored.on_all_nodes:
        shares: NDArray[np.float64] = np.minimum(allocation.requested / allocation.allocatable, 1.0)
        return shares
    shares = np.minimum(allocation.requested / np.maximum(allocation.allocatable, 1), 1.0)
    return np.where(allocation.allocatable != 0, shares, 0.0)
