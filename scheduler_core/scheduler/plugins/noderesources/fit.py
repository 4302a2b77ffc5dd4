"""Mirrors pkg/scheduler/framework/plugins/noderesources/fit.go @ v1.34.1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.objects.resources import CPU, EPHEMERAL, MEMORY, PODS, is_extended, is_scalar
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray, some
from scheduler_core.scheduler.cluster.snapshot import POD_COUNT, Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.events import ClusterEvent, EventKind, Hint
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Locality, PreFilterResult, Rows
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, Verdicts

from .devices import ExtendedResourceDevices
from .placement import most_allocated_placement
from .resource_allocation import (
    Allocation,
    Allocations,
    Unit,
    WeightedResource,
    unit,
)
from .scorers import RequestedToCapacityRatio, least_allocated, most_allocated, weighted_mean

_BASE_RESOURCES = (CPU, MEMORY, EPHEMERAL)
_DEFAULT_RESOURCES = (WeightedResource(CPU), WeightedResource(MEMORY))


class ResourceStep(TypedDict):
    """A resource that the pod requests: it fits where request ≤ allocatable − used."""

    kind: Literal["resource"]
    resource: str
    request: int
    used: int
    allocatable: int
    unit: Unit
    unresolvable: bool
    """The request exceeds the node's allocatable amount, so that preemption can't help."""
    ok: bool


class FitScoreStep(TypedDict):
    """A resource's score under the strategy; the raw score is the weighted mean."""

    kind: Literal["fit_score"]
    strategy: str
    resource: str
    requested: int
    """Including the incoming pod; containers without requests count with defaults."""
    allocatable: int
    score: int
    weight: int
    unit: Unit


@dataclass(frozen=True, slots=True)
class FitArgs:
    """NodeResourcesFitArgs. `shape` is that of RequestedToCapacityRatio, with scores multiplied by 10."""

    ignored_resources: frozenset[str] = frozenset()
    ignored_resource_groups: frozenset[str] = frozenset()
    strategy: str = "LeastAllocated"
    resources: tuple[WeightedResource, ...] = _DEFAULT_RESOURCES
    shape: tuple[tuple[int, int], ...] = ()

    def ignores(self, resource: str) -> bool:
        group = resource.partition("/")[0]
        return is_extended(resource) and (
            resource in self.ignored_resources or group in self.ignored_resource_groups
        )


@dataclass(frozen=True, slots=True)
class _Demand:
    """The requests of a class that fitsRequest compares, and the rows of the amounts in the snapshot's tables.

    The first of `resources` is the number of pods. `requests` has the shape (resources, 1).
    """

    resources: tuple[str, ...]
    requests: IntArray
    used: IntArray
    allocatable: IntArray

    def comparison_on(self, snapshot: Snapshot, nodes: IntArray) -> _Comparison:
        used = snapshot.requested.values[self.used, nodes]
        return _Comparison(self, used, snapshot.allocatable.values[self.allocatable, nodes])


@dataclass(frozen=True, slots=True)
class _Comparison:
    """The amounts on some nodes; the pod fits if each request ≤ allocatable − used. Shapes (resources, nodes).

    `served_by_devices`: where DynamicResources decides instead, None for nowhere.
    """

    demand: _Demand
    used: IntArray
    allocatable: IntArray
    served_by_devices: BoolArray | None = None

    @property
    def insufficient(self) -> BoolArray:
        insufficient: BoolArray = self.demand.requests > self.allocatable - self.used
        return insufficient if self.served_by_devices is None else insufficient & ~self.served_by_devices

    @property
    def exceeds_node(self) -> BoolArray:
        """Insufficient resources of which the request exceeds the node's allocatable; never the number of pods."""
        exceeds_node: BoolArray = self.demand.requests > self.allocatable
        exceeds_node[0] = False
        return self.insufficient & exceeds_node


@dataclass(slots=True)
class Fit:
    """Rejects nodes without room for the pod's requests; scores by the node's utilization with the pod."""

    handle: Handle
    args: FitArgs = field(default_factory=FitArgs)
    name: str = "NodeResourcesFit"
    missing_pre_filter: ClassVar[str] = 'error reading "PreFilterNodeResourcesFit" from cycleState: not found'
    pre_filter_locality: ClassVar[Locality] = Locality.NODE
    filter_locality: ClassVar[Locality] = Locality.NODE_PODS
    pre_score_locality: ClassVar[Locality] = Locality.NODE
    signed_fields: ClassVar[tuple[str, ...]] = ("requests",)
    _demands: dict[PodTemplate, _Demand] = field(default_factory=dict)
    _allocations: Allocations = field(init=False)
    _devices: ExtendedResourceDevices = field(init=False)

    def __post_init__(self) -> None:
        self._allocations = Allocations(self.handle, self.args.resources)
        self._devices = ExtendedResourceDevices(self.handle)

    def score_locality(self, template: PodTemplate) -> Locality:
        return self._devices.locality(template, self.args.resources)

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        return PreFilterResult(SUCCESS)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        comparison = self._compare(pod, self.handle.snapshot.rows[rows])
        verdicts = Verdicts(comparison.used.shape[1])
        insufficient = comparison.insufficient
        if not some(insufficient):
            return verdicts
        short = np.flatnonzero(insufficient.any(axis=1))
        lacks = insufficient[short]
        unresolvable = self._unresolvable(comparison).any(axis=0)
        rest: BoolArray = np.logical_or.reduce(lacks)
        while some(rest):  # each round is for the first node that is left, and for those that lack the same
            lacking = lacks[:, [rest.argmax()]]
            alike = (lacks == lacking).all(axis=0)
            reasons = tuple(_reason(comparison.demand.resources[k]) for k in short[lacking[:, 0]])
            verdicts.reject(alike & unresolvable, Status(Code.UnschedulableAndUnresolvable, reasons))
            verdicts.reject(alike, Status(Code.Unschedulable, reasons))
            rest &= ~alike
        return verdicts

    def _compare(self, pod: Pod, nodes: IntArray) -> _Comparison:
        """Compare the pod's requests, or the number of pods alone if it requests nothing, with some nodes."""
        snapshot, demand = self.handle.snapshot, self._demands.get(pod.template)
        if demand is None:
            requests = self._compared_requests(pod)
            names = [name for name, _ in requests]
            demand = self._demands[pod.template] = _Demand(
                (PODS, *names),
                np.array([[1], *([request] for _, request in requests)], dtype=np.int64),
                snapshot.requested.rows([POD_COUNT, *names]),
                snapshot.allocatable.rows([PODS, *names]),
            )
        comparison = demand.comparison_on(snapshot, nodes)
        served = self._devices.served(demand.resources, comparison.allocatable)
        return comparison if served is None else replace(comparison, served_by_devices=served)

    def _unresolvable(self, comparison: _Comparison) -> BoolArray:
        return (
            comparison.exceeds_node
            if self.handle.version.excess_is_unresolvable
            else np.zeros_like(comparison.insufficient)
        )

    def _compared_requests(self, pod: Pod) -> list[tuple[str, int]]:
        """Return the requests above 0; in old versions cpu, memory and storage too if anything is requested."""
        version = self.handle.version
        listed = [
            (name, amount)
            for name, amount in _ordered_requests(pod)
            if (amount > 0 or self._compares_zero(pod, name)) and not self.args.ignores(name)
        ]
        if version.compares_zero_requests and _requests_anything(pod):
            amounts = pod.template.requests
            return [(n, amounts.get(n, 0)) for n in _BASE_RESOURCES] + [r for r in listed if is_scalar(r[0])]
        return listed

    def _compares_zero(self, pod: Pod, resource: str) -> bool:
        """Return whether a resource is compared of which the pod requests 0."""
        version, resources = self.handle.version, pod.template.resources
        if not (version.compares_zero_extended_requests and is_scalar(resource)):
            return False
        listed = any(resource in container.requests for container in resources.containers)
        return listed or version.compares_zero_requests_of_init_containers

    def pre_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> Status:
        return SUCCESS

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        ratio = self.args.strategy == "RequestedToCapacityRatio"
        return weighted_mean(self._allocation(pod, feasible), self._score_one, ratio=ratio)

    def _score_one(self, requested: IntArray, allocatable: IntArray) -> IntArray:
        if self.args.strategy == "MostAllocated":
            return most_allocated(requested, allocatable)
        if self.args.strategy == "RequestedToCapacityRatio":
            return RequestedToCapacityRatio(self.args.shape)(requested, allocatable)
        return least_allocated(requested, allocatable)

    def _allocation(self, pod: Pod, nodes: IntArray) -> Allocation:
        return self._devices.counted_in(self._allocations.on(pod.template, nodes), nodes)

    def score_placement(self, nodes: Sequence[int], pods: Sequence[Pod]) -> int:
        """Return the points of a placement for a pod group: the fuller, the better."""
        return most_allocated_placement(self.handle, self.args.resources, nodes, pods)

    def queueing_hint(self, pod: Pod, event: ClusterEvent) -> Hint | None:
        """Queue if a pod was deleted, which may have made room (isSchedulableAfterPodEvent)."""
        return Hint.Queue if event.kind is EventKind.AssignedPodDelete else None

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[ResourceStep]:
        comparison = self._compare(pod, np.array([node]))
        insufficient, unresolvable = comparison.insufficient, self._unresolvable(comparison)
        return [
            {
                "kind": "resource",
                "resource": name,
                "request": int(comparison.demand.requests[i, 0]),
                "used": int(comparison.used[i, 0]),
                "allocatable": int(comparison.allocatable[i, 0]),
                "unit": unit(name),
                "unresolvable": bool(unresolvable[i, 0]),
                "ok": not insufficient[i, 0],
            }
            for i, name in enumerate(comparison.demand.resources)
        ]

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> list[FitScoreStep]:
        allocation = self._allocation(pod, np.array([node]))
        points = self._score_one(allocation.requested, allocation.allocatable)
        return [
            {
                "kind": "fit_score",
                "strategy": self.args.strategy,
                "resource": resource.name,
                "requested": int(allocation.requested[i, 0]),
                "allocatable": int(allocation.allocatable[i, 0]),
                "score": int(points[i, 0]) if allocation.allocatable[i, 0] else 0,
                "weight": resource.weight,
                "unit": unit(resource.name),
            }
            for i, resource in enumerate(allocation.scored.resources)
        ]


def _reason(resource: str) -> str:
    return "Too many pods" if resource == PODS else f"Insufficient {resource}"


def _ordered_requests(pod: Pod) -> list[tuple[str, int]]:
    """Return cpu, memory and ephemeral storage first, then the scalar resources."""
    requests = pod.template.requests
    first = [(name, requests[name]) for name in _BASE_RESOURCES if name in requests]
    return first + [(n, a) for n, a in requests.items() if is_scalar(n)]


def _requests_anything(pod: Pod) -> bool:
    return any(amount > 0 or is_scalar(name) for name, amount in _ordered_requests(pod))
