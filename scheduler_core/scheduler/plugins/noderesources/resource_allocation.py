"""The allocatable and requested amounts of nodes by resource.

Mirrors pkg/scheduler/framework/plugins/noderesources/resource_allocation.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from scheduler_core.kubernetes.objects.pod import PodTemplate
from scheduler_core.kubernetes.objects.resources import CPU, Amounts, is_scalar
from scheduler_core.kubernetes.versions import Version
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cluster.snapshot import NON_ZERO, Snapshot
from scheduler_core.scheduler.framework.handle import Handle

Unit = Literal["milli", "bytes", "count"]
"""The unit of a resource's amounts: thousandths of a core, bytes, or a count."""


@dataclass(frozen=True, slots=True)
class WeightedResource:
    """A resource and its weight in the score."""

    name: str
    weight: int = 1


@dataclass(frozen=True, slots=True)
class ScoredResources:
    """The resources that count for a class: their rows in the snapshot's tables, and the class's own requests.

    `total_weight` is the sum of `weights`. `on_all_nodes`: all nodes have all of the resources. Arrays have the shape
    (resources, 1).
    """

    resources: tuple[WeightedResource, ...]
    requested: IntArray
    allocatable: IntArray
    pod_requests: IntArray
    weights: IntArray
    total_weight: int
    on_all_nodes: bool

    def allocation_on(self, snapshot: Snapshot, nodes: IntArray) -> Allocation:
        requested = snapshot.requested.values[self.requested, nodes] + self.pod_requests
        return Allocation(self, requested, snapshot.allocatable.values[self.allocatable, nodes])


@dataclass(frozen=True, slots=True)
class Allocation:
    """Requested (including the pod) and allocatable amounts of some nodes. Resources that a node lacks don't count.

    Shapes (resources, nodes).
    """

    scored: ScoredResources
    requested: IntArray
    allocatable: IntArray

    def without_pod(self) -> Allocation:
        """Return the amounts without the requests of the incoming pod."""
        return Allocation(self.scored, self.requested - self.scored.pod_requests, self.allocatable)


def scored_resources(
    snapshot: Snapshot,
    resources: tuple[WeightedResource, ...],
    pod_requests: Mapping[str, int],
    *,
    use_requested: bool,
) -> ScoredResources:
    """Return the resources that count for a class, without scalar ones that it does not request.

    With `use_requested` the plain requests count, otherwise those with defaults for containers without requests.
    Follows calculateResourceAllocatableRequest.
    """
    scored = tuple(r for r in resources if pod_requests.get(r.name, 0) or not is_scalar(r.name))
    names = [r.name for r in scored]
    allocatable = snapshot.allocatable.rows(names)
    return ScoredResources(
        scored,
        snapshot.requested.rows(n if use_requested else NON_ZERO.get(n, n) for n in names),
        allocatable,
        np.array([[pod_requests.get(n, 0)] for n in names], dtype=np.int64).reshape(-1, 1),
        np.array([[r.weight] for r in scored], dtype=np.int64).reshape(-1, 1),
        sum(r.weight for r in scored),
        bool(snapshot.allocatable.values[allocatable].all()),
    )


@dataclass(slots=True)
class Allocations:
    """The allocations of a plugin's resources; what it scores of a class is looked up once."""

    handle: Handle
    resources: tuple[WeightedResource, ...]
    use_requested: bool = False
    _scored: dict[PodTemplate, ScoredResources] = field(default_factory=dict)

    def on(self, template: PodTemplate, nodes: IntArray) -> Allocation:
        """Return the amounts of nodes with a pod of the class."""
        scored = self._scored.get(template)
        if scored is None:
            requests = requests_to_score(self.handle.version, template, use_requested=self.use_requested)
            scored = scored_resources(
                self.handle.snapshot, self.resources, requests, use_requested=self.use_requested
            )
            self._scored[template] = scored
        return scored.allocation_on(self.handle.snapshot, nodes)


def requests_to_score(version: Version, template: PodTemplate, *, use_requested: bool) -> Amounts:
    """Return the requests of an incoming pod that its score counts (calculatePodResourceRequest)."""
    requests = template.requests if use_requested else template.scoring_requests
    overhead = template.resources.overhead.get(CPU, 0)
    if not (version.scores_overhead_in_cores and overhead):
        return requests
    cores = -(-overhead // 1000)  # upstream adds Value(), the number of cores, to an amount in thousandths
    return {**requests, CPU: requests[CPU] - overhead + cores}


def unit(resource: str) -> Unit:
    """Return the unit of a resource's amounts."""
    if resource == CPU:
        return "milli"
    return "count" if is_scalar(resource) or resource == "pods" else "bytes"
