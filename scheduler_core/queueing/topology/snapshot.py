"""The topology of one flavor within a cycle: free capacity of its leaves, and the search for places.

Mirrors pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scheduler_core.kubernetes.objects.resources import Amounts
from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.flavor import ResourceFlavor, Topology
from scheduler_core.queueing.objects.workload import TopologyRequest, Workload

from .requests import DomainUsage, Placement, Placements, PodSetRequest

AssumedUsage = dict[str, dict[str, int]]
"""What earlier pod sets of the same workload take of leaves, by the leaf's values joined with commas."""

LeafState = Mapping[str, Mapping[str, Amounts]]
"""By leaf (its values joined with commas): `free` without workloads with a topology, and their `tasUsage`."""


class FlavorSnapshot:
    """The topology of one flavor (TASFlavorSnapshot).

    Shared by all ClusterQueues of a cycle: usage that is added for one queue is seen by all. Every change is undone
    by the opposite one, in any order.
    """

    def __init__(self, flavor: ResourceFlavor, topology: Topology, gates: Gates) -> None:
        self.flavor = flavor
        self.topology = topology
        self.gates = gates

    def has_level(self, request: TopologyRequest) -> bool:
        """Return whether the topology has all levels that a request names (HasLevel)."""
        named = (request.required, request.preferred, *(layer.topology for layer in request.layers))
        return all(level in self.topology.levels for level in named if level)

    def fits(self, usage: Iterable[DomainUsage]) -> bool:
        """Return whether each leaf has room for its pods, looked at one by one (Fits); False for a missing leaf."""
        return True

    def add(self, usage: Iterable[DomainUsage]) -> None:
        """Take room of leaves (updateTASUsage); leaves that the topology lacks are passed over."""

    def remove(self, usage: Iterable[DomainUsage]) -> None:
        """Give room of leaves back, which may make what is used negative."""

    def find(
        self,
        requests: Sequence[PodSetRequest],
        *,
        workload: Workload,
        empty: bool = False,
        assumed: AssumedUsage,
    ) -> Placements:
        """Return a place for each pod set, in order (FindTopologyAssignmentsForFlavor).

        `empty` asks as if no workload with a topology ran. `assumed` is what earlier flavors of the same workload
        take; what is placed here is added to it.
        """
        return {
            r.pod_set.name: Placement(r.flavor, None, "topology-aware placement is not followed yet")
            for r in requests
        }

    def state(self) -> LeafState:
        """Return what is free and used, for all leaves."""
        return {}
