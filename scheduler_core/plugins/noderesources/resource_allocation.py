"""What a node has and what would be requested on it, per resource.

Mirrors pkg/scheduler/framework/plugins/noderesources/resource_allocation.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.columns import IntArray
from scheduler_core.objects.resources import CPU, is_scalar
from scheduler_core.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class WeightedResource:
    """A resource and its weight in the score."""

    name: str
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Allocation:
    """One resource on the feasible nodes; `allocatable` is 0 where the resource does not take part."""

    resource: WeightedResource
    requested: IntArray
    allocatable: IntArray


def allocations(
    snapshot: Snapshot,
    resources: tuple[WeightedResource, ...],
    pod_requests: Mapping[str, int],
    nodes: IntArray,
    *,
    use_requested: bool,
) -> list[Allocation]:
    """calculateResourceAllocatableRequest for each resource: amounts include the pod's own request.

    With `use_requested` the plain requests count, otherwise those with the defaults for containers without any.
    A scalar resource that the pod does not request is left out.
    """
    found = []
    for resource in resources:
        own = pod_requests.get(resource.name, 0)
        if own == 0 and is_scalar(resource.name):
            continue
        table = snapshot.requested
        if not use_requested and resource.name in snapshot.non_zero_requested:
            table = snapshot.non_zero_requested
        requested = snapshot.amount(table, resource.name)[nodes] + own
        found.append(
            Allocation(resource, requested, snapshot.amount(snapshot.allocatable, resource.name)[nodes])
        )
    return found


def unit(resource: str) -> str:
    """The unit in which amounts of a resource are counted."""
    if resource == CPU:
        return "milli"
    return "count" if is_scalar(resource) or resource == "pods" else "bytes"
