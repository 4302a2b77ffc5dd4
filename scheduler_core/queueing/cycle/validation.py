"""Whether a workload may be admitted at all: its namespace, its limits, the LimitRanges.

Mirrors ValidateAdmissibility of pkg/workload/resources.go and pkg/util/limitrange/ @ v0.19.2.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scheduler_core.kubernetes.objects.resources import Amounts
from scheduler_core.queueing.objects.cluster import QueueingObjects
from scheduler_core.queueing.objects.cluster_queue import ClusterQueue
from scheduler_core.queueing.objects.limit_range import CONTAINER, POD, Limits, merged
from scheduler_core.queueing.objects.pod_spec import ContainerSpec, PodSpec
from scheduler_core.queueing.objects.workload import Workload
from scheduler_core.queueing.queues.pending import RequeueReason

_ABOVE_LIMITS = "requests must not exceed its limits"
_ABOVE_MAX = "requests must not be above the limitRange max"
_BELOW_MIN = "requests must not be below the limitRange min"


@dataclass(frozen=True, slots=True)
class Invalidity:
    """Why a workload cannot be admitted, and how it goes back to its queue."""

    message: str
    requeue: RequeueReason = RequeueReason.GENERIC


def invalidity(workload: Workload, queue: ClusterQueue, objects: QueueingObjects) -> Invalidity | None:
    """Return why a workload cannot be admitted whatever is free, None if it can."""
    labels = objects.namespaces.get(workload.namespace)
    if labels is None:
        name = json.dumps(workload.namespace)
        missing = f"namespaces {name} not found"
        return Invalidity(f"workload namespace {name} does not exist: {missing}")
    if not queue.namespace_selector.matches(labels):
        mismatch = "workload namespace doesn't match ClusterQueue selector"
        return Invalidity(mismatch, RequeueReason.NAMESPACE_MISMATCH)
    if errors := list(_limit_errors(workload)):
        return Invalidity(f"resources validation failed: {_aggregate(errors)}")
    if errors := list(_range_errors(workload, objects.limits_in(workload.namespace))):
        return Invalidity(f"resources didn't satisfy LimitRange constraints: {_aggregate(errors)}")
    return None


def _limit_errors(workload: Workload) -> Iterator[str]:
    """Mirrors ValidateResources."""
    for path, spec in _specs(workload):
        for at, container in _containers(path, spec):
            if names := _greater(container.requests, container.limits):
                yield _error(at, names, _ABOVE_LIMITS)


def _range_errors(workload: Workload, limits: Mapping[str, Limits]) -> Iterator[str]:
    """Mirrors ValidatePodSpec."""
    for path, spec in _specs(workload):
        if limit := limits.get(CONTAINER):
            for at, container in _containers(path, spec):
                least = merged(container.requests, container.limits, min)
                most = merged(container.requests, container.limits, max)
                yield from _outside(at, least, most, limit)
        if limit := limits.get(POD):
            yield from _outside(path, spec.requests, spec.requests, limit)


def _outside(at: str, least: Amounts, most: Amounts, limits: Limits) -> Iterator[str]:
    if names := _greater(most, limits.max):
        yield _error(at, names, _ABOVE_MAX)
    if names := _greater(limits.min, least):
        yield _error(at, names, _BELOW_MIN)


def _specs(workload: Workload) -> Iterator[tuple[str, PodSpec]]:
    for i, pod_set in enumerate(workload.pod_sets):
        yield f"spec.podSets[{i}].template.spec", pod_set.spec


def _containers(path: str, spec: PodSpec) -> Iterator[tuple[str, ContainerSpec]]:
    parts = (("initContainers", spec.init_containers), ("containers", spec.containers))
    for name, containers in parts:
        for i, container in enumerate(containers):
            yield f"{path}.{name}[{i}]", container


def _greater(amounts: Amounts, others: Amounts) -> list[str]:
    """Return the resources of which there is more than in the other, by name (GreaterKeys)."""
    return sorted(name for name, amount in amounts.items() if name in others and amount > others[name])


def _error(path: str, names: Iterable[str], rule: str) -> str:
    listed = json.dumps(list(names), separators=(",", ":"))
    return f"{path}: Invalid value: {listed}: {rule}"


def _aggregate(errors: list[str]) -> str:
    """Return errors as Go's aggregate writes them: each once, in brackets if there are several."""
    unique = list(dict.fromkeys(errors))
    return unique[0] if len(unique) == 1 else f"[{', '.join(unique)}]"
