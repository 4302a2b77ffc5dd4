"""What nodes have and what would be requested on them, resource by resource.

Mirrors pkg/scheduler/framework/plugins/noderesources/resource_allocation.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from scheduler_core.cluster.columns import IntArray
from scheduler_core.cluster.snapshot import NON_ZERO, Snapshot
from scheduler_core.objects.resources import CPU, is_scalar

Unit = Literal["milli", "bytes", "count"]
"""What amounts of a resource are counted in: thousandths of a core, bytes, or pieces."""


@dataclass(frozen=True, slots=True)
class WeightedResource:
    """A resource and its weight in the score."""

    name: str
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Scored:
    """The resources that count for a class: their rows in the snapshot's tables, and the class's own requests.

    `weight` is the sum of `weights`; `everywhere`: all nodes have all of them. Arrays of shape (resources, 1).
    """

    resources: tuple[WeightedResource, ...]
    requested: IntArray
    allocatable: IntArray
    own: IntArray
    weights: IntArray
    weight: int
    everywhere: bool

    def on(self, snapshot: Snapshot, nodes: IntArray) -> Allocation:
        requested = snapshot.requested.values[self.requested, nodes] + self.own
        return Allocation(self, requested, snapshot.allocatable.values[self.allocatable, nodes])


@dataclass(frozen=True, slots=True)
class Allocation:
    """Requested, with the pod's own request, and allocatable of some nodes; what a node lacks does not count.

    Shapes (resources, nodes).
    """

    scored: Scored
    requested: IntArray
    allocatable: IntArray


def scored_resources(
    snapshot: Snapshot,
    resources: tuple[WeightedResource, ...],
    pod_requests: Mapping[str, int],
    *,
    use_requested: bool,
) -> Scored:
    """calculateResourceAllocatableRequest for each resource.

    With `use_requested` the plain requests count, otherwise those with the defaults for containers without any.
    A scalar resource that the pod does not request is left out.
    """
    counted = tuple(r for r in resources if pod_requests.get(r.name, 0) or not is_scalar(r.name))
    names = [r.name for r in counted]
    allocatable = snapshot.allocatable.rows(names)
    return Scored(
        counted,
        snapshot.requested.rows(n if use_requested else NON_ZERO.get(n, n) for n in names),
        allocatable,
        np.array([[pod_requests.get(n, 0)] for n in names], dtype=np.int64).reshape(-1, 1),
        np.array([[r.weight] for r in counted], dtype=np.int64).reshape(-1, 1),
        sum(r.weight for r in counted),
        bool(snapshot.allocatable.values[allocatable].all()),
    )


def unit(resource: str) -> Unit:
    """The unit in which amounts of a resource are counted."""
    if resource == CPU:
        return "milli"
    return "count" if is_scalar(resource) or resource == "pods" else "bytes"
