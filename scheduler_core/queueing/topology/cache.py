"""The topologies of all flavors, and what admitted workloads take of them, from cycle to cycle.

Mirrors pkg/cache/scheduler/tas_cache.go, tas_flavor.go, tas_nodes_cache.go and tas_non_tas_pod_cache.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.flavor import ResourceFlavor, Topology
from scheduler_core.queueing.objects.nodes import QueueingNode, RunningPod

from .requests import TopologyUsage
from .snapshot import FlavorSnapshot


class TopologyCache:
    """Topologies of the flavors that name one which exists; nodes and pods do not change during a run."""

    def __init__(
        self,
        flavors: Iterable[ResourceFlavor],
        topologies: Mapping[str, Topology],
        nodes: Iterable[QueueingNode],
        pods: Iterable[RunningPod],
        gates: Gates,
    ) -> None:
        self.flavors = {f.name: f for f in flavors if f.topology in topologies}
        self._topologies = topologies
        self._gates = gates

    def add(self, usage: TopologyUsage) -> None:
        """Count what an admitted workload takes, by flavor (addUsage)."""

    def remove(self, usage: TopologyUsage) -> None:
        """Count it no more (removeUsage)."""

    def snapshot(self) -> dict[str, FlavorSnapshot]:
        """Return the topology of each flavor as it is now; a snapshot's changes do not come back here.

        On topologies that end at hosts the usage of all such flavors counts (gate TASHandleOverlappingFlavors).
        """
        return {
            name: FlavorSnapshot(flavor, self._topologies[flavor.topology], self._gates)
            for name, flavor in self.flavors.items()
        }
