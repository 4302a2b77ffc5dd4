"""The topologies of all flavors, and what admitted workloads take of them, from cycle to cycle.

Mirrors pkg/cache/scheduler/tas_cache.go, tas_flavor.go, tas_nodes_cache.go and tas_non_tas_pod_cache.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.flavor import ResourceFlavor, Topology
from scheduler_core.queueing.objects.nodes import QueueingNode, RunningPod

from .requests import TopologyUsage
from .snapshot import FlavorSnapshot
from .tree import build_tree


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
        self._gates = gates
        nodes, pods = list(nodes), list(pods)
        self._now = {
            name: FlavorSnapshot(build_tree(flavor, topologies[flavor.topology], nodes, pods), gates)
            for name, flavor in self.flavors.items()
        }

    def add(self, usage: TopologyUsage) -> None:
        """Count what an admitted workload takes, by flavor (addUsage)."""
        for flavor, taken in usage.items():
            for topology in self._seeing(flavor):
                topology.add(taken)

    def remove(self, usage: TopologyUsage) -> None:
        """Count it no more (removeUsage)."""
        for flavor, taken in usage.items():
            for topology in self._seeing(flavor):
                topology.remove(taken)

    def _seeing(self, flavor: str) -> Iterator[FlavorSnapshot]:
        """Yield the topologies in which a flavor's usage counts; none for a flavor without one."""
        own = self._now.get(flavor)
        if own is None:
            return
        if not (self._gates.tas_handle_overlapping_flavors and own.topology.ends_at_hosts):
            yield own
            return
        yield from (topology for topology in self._now.values() if topology.topology.ends_at_hosts)

    def snapshot(self) -> dict[str, FlavorSnapshot]:
        """Return the topology of each flavor as it is now; a snapshot's changes do not come back here.

        On topologies that end at hosts the usage of all such flavors counts (gate TASHandleOverlappingFlavors).
        """
        return {name: topology.copy() for name, topology in self._now.items()}

    def renew(self, snapshot: Mapping[str, FlavorSnapshot]) -> None:
        """Have the one snapshot that is renewed show the topologies as they are now."""
        for name, topology in snapshot.items():
            topology.renew(self._now[name])
