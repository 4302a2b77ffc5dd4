"""Mirrors pkg/scheduler/framework/plugins/noderesources/fit.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from scheduler_core.columns import BoolArray, IntArray
from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.events import ClusterEvent, EventKind, Hint
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import Locality, PreFilterResult, Rows
from scheduler_core.framework.status import SUCCESS, Code, Status, Verdicts
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.resources import CPU, EPHEMERAL, MEMORY, PODS, is_extended, is_scalar

from .resource_allocation import Allocation, WeightedResource, allocations, unit
from .scorers import RequestedToCapacityRatio, least_allocated, most_allocated, weighted_mean

_ORDINARY = (CPU, MEMORY, EPHEMERAL)
_DEFAULT_RESOURCES = (WeightedResource(CPU), WeightedResource(MEMORY))


@dataclass(frozen=True, slots=True)
class FitArgs:
    """NodeResourcesFitArgs. `shape` is that of RequestedToCapacityRatio, scores already times 10."""

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
class _Check:
    """One comparison of Filter, on the rows asked: the pod fits where `request` is at most what is free."""

    resource: str
    request: int
    used: IntArray
    allocatable: IntArray
    excess_is_unresolvable: bool

    @property
    def insufficient(self) -> BoolArray:
        return self.request > self.allocatable - self.used

    @property
    def unresolvable(self) -> BoolArray:
        """More than the node has at all; a full node is never that, and the number of pods is not looked at."""
        if self.resource == PODS or not self.excess_is_unresolvable:
            return np.zeros(len(self.used), dtype=bool)
        return self.insufficient & (self.request > self.allocatable)

    @property
    def reason(self) -> str:
        return "Too many pods" if self.resource == PODS else f"Insufficient {self.resource}"


@dataclass(slots=True)
class Fit:
    """Rejects nodes without room for the pod's requests; scores by how full the node would be."""

    handle: Handle
    args: FitArgs = field(default_factory=FitArgs)
    name: str = "NodeResourcesFit"
    filter_locality: ClassVar[Locality] = Locality.NODE_PODS
    score_locality: ClassVar[Locality] = Locality.NODE_PODS

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        return PreFilterResult(SUCCESS)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        checks = self._checks(pod, rows)
        verdicts = Verdicts(len(checks[0].used))
        short = [(c, insufficient) for c in checks if (insufficient := c.insufficient).any()]
        if not short:
            return verdicts
        failures: IntArray = np.sum([mask.astype(np.int64) << i for i, (_, mask) in enumerate(short)], axis=0)
        hopeless = np.any([c.unresolvable for c, _ in short], axis=0)
        for bits in set(failures[failures > 0].tolist()):
            reasons = tuple(c.reason for i, (c, _) in enumerate(short) if bits >> i & 1)
            verdicts.reject((failures == bits) & hopeless, Status(Code.UnschedulableAndUnresolvable, reasons))
            verdicts.reject(failures == bits, Status(Code.Unschedulable, reasons))
        return verdicts

    def _checks(self, pod: Pod, rows: Rows) -> list[_Check]:
        """fitsRequest's comparisons, in its order; only the number of pods when nothing is requested."""
        snapshot = self.handle.snapshot
        counts = self._check(PODS, 1, snapshot.pod_count, rows)
        return [counts] + [
            self._check(resource, request, snapshot.amount(snapshot.requested, resource), rows)
            for resource, request in self._compared(pod)
        ]

    def _check(self, resource: str, request: int, used: IntArray, rows: Rows) -> _Check:
        snapshot = self.handle.snapshot
        allocatable = snapshot.amount(snapshot.allocatable, resource)
        unresolvable = self.handle.version.excess_is_unresolvable
        return _Check(resource, request, used[rows], allocatable[rows], unresolvable)

    def _compared(self, pod: Pod) -> list[tuple[str, int]]:
        """The requests above 0; older versions compare the ordinary resources as soon as anything is requested."""
        listed = [(n, a) for n, a in _in_order(pod) if a > 0 and not self.args.ignores(n)]
        if self.handle.version.compares_zero_requests and _requests_something(pod):
            amounts = pod.template.requests
            return [(n, amounts.get(n, 0)) for n in _ORDINARY] + [r for r in listed if is_scalar(r[0])]
        return listed

    def pre_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> Status:
        return SUCCESS

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        ratio = self.args.strategy == "RequestedToCapacityRatio"
        return weighted_mean(
            self._allocations(pod, feasible), self._score_one, ratio=ratio, count=len(feasible)
        )

    def _score_one(self, requested: IntArray, allocatable: IntArray) -> IntArray:
        if self.args.strategy == "MostAllocated":
            return most_allocated(requested, allocatable)
        if self.args.strategy == "RequestedToCapacityRatio":
            return RequestedToCapacityRatio(self.args.shape)(requested, allocatable)
        return least_allocated(requested, allocatable)

    def _allocations(self, pod: Pod, nodes: IntArray) -> list[Allocation]:
        requests = pod.template.scoring_requests
        return allocations(self.handle.snapshot, self.args.resources, requests, nodes, use_requested=False)

    def queueing_hint(self, pod: Pod, event: ClusterEvent) -> Hint | None:
        """isSchedulableAfterPodEvent: a pod that leaves its node may have made room."""
        return Hint.Queue if event.kind is EventKind.AssignedPodDelete else None

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[dict[str, Any]]:
        return [
            {
                "kind": "resource",
                "resource": c.resource,
                "request": c.request,
                "used": int(c.used[0]),
                "allocatable": int(c.allocatable[0]),
                "unit": unit(c.resource),
                "unresolvable": bool(c.unresolvable[0]),
                "ok": not c.insufficient[0],
            }
            for c in self._checks(pod, np.array([node]))
        ]

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> list[dict[str, Any]]:
        return [
            {
                "kind": "fit_score",
                "strategy": self.args.strategy,
                "resource": a.resource.name,
                "requested": int(a.requested[0]),
                "allocatable": int(a.allocatable[0]),
                "score": int(self._score_one(a.requested, a.allocatable)[0]) if a.allocatable[0] else 0,
                "weight": a.resource.weight,
                "unit": unit(a.resource.name),
            }
            for a in self._allocations(pod, np.array([node]))
        ]


def _in_order(pod: Pod) -> list[tuple[str, int]]:
    """cpu, memory and ephemeral storage first, then the scalar resources."""
    requests = pod.template.requests
    first = [(name, requests[name]) for name in _ORDINARY if name in requests]
    return first + [(n, a) for n, a in requests.items() if is_scalar(n)]


def _requests_something(pod: Pod) -> bool:
    return any(amount > 0 or is_scalar(name) for name, amount in _in_order(pod))
