"""The topology of one flavor within a cycle: free capacity of its leaves, and the search for places, flavor by flavor.

Mirrors pkg/cache/scheduler/tas_flavor_snapshot.go, and FindTopologyAssignmentsForWorkload of
clusterqueue_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from scheduler_core.kubernetes.objects.resources import Amounts
from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.amounts import saturated
from scheduler_core.queueing.objects.flavor import Topology
from scheduler_core.queueing.objects.workload import TopologyRequest, Workload

from .counts import MOST
from .demand import level_key
from .groups import place_groups
from .record import Search
from .requests import AssumedUsage, DomainUsage, Placement, Placements, PodSetRequest, TopologyRequests
from .search import Room
from .tree import IntArray, TopologyTree

LeafState = Mapping[str, Mapping[str, Amounts]]
"""By leaf (its values joined with commas): `free` without workloads with a topology, and their `tasUsage`."""


class FlavorSnapshot:
    """The topology of one flavor (TASFlavorSnapshot).

    Shared by all ClusterQueues of a cycle: usage that is added for one queue is seen by all. Every change is undone
    by the opposite one, in any order.
    """

    def __init__(
        self,
        tree: TopologyTree,
        gates: Gates,
        used: Mapping[int, Amounts] | None = None,
        left: IntArray | None = None,
        searches: dict[Hashable, Search] | None = None,
    ) -> None:
        self.tree = tree
        self.gates = gates
        self._used = {leaf: dict(amounts) for leaf, amounts in (used or {}).items()}
        self._left = (tree.free_rows if left is None else left).copy()
        self._searches: dict[Hashable, Search] = {} if searches is None else searches  # when it is empty
        self._changed: set[int] = set()  # leaves whose column of `_left` is not up to date
        self._unequal: set[int] = set()  # leaves that were changed since the last `renew`

    @property
    def topology(self) -> Topology:
        return self.tree.topology

    def copy(self) -> FlavorSnapshot:
        """Return the topology as it is now; changes of the one are not seen in the other."""
        return FlavorSnapshot(self.tree, self.gates, self._used, self._capacity(), self._searches)

    def renew(self, now: FlavorSnapshot) -> None:
        """Have what is used of another snapshot of the topology, of which this is the only one that is renewed."""
        for leaf in self._unequal | now._unequal:
            self._used[leaf] = dict(now._used.get(leaf, {}))
        self._changed |= self._unequal | now._unequal
        self._unequal.clear()
        now._unequal.clear()

    def has_level(self, request: TopologyRequest) -> bool:
        """Return whether a request names a level, and the topology has all that it names (HasLevel)."""
        named = (level_key(request, self.topology), *(layer.topology for layer in request.layers))
        return all(level in self.topology.levels for level in named)

    def fits(self, usage: Iterable[DomainUsage]) -> bool:
        """Return whether each leaf has room for its pods, looked at one by one (Fits); False for a missing leaf.

        The resource `pods` is not looked at, and pods that request nothing never fit.
        """
        for part in usage:
            leaf = self.tree.leaf(part.values)
            if leaf is None or self._copies(leaf, part.requests) < part.count:
                return False
        return True

    def _copies(self, leaf: int, requests: Amounts) -> int:
        return min((self._times(leaf, *request) for request in requests.items()), default=0)

    def _times(self, leaf: int, name: str, amount: int) -> int:
        return max(0, self._left_of(leaf, name)) // amount if amount else MOST

    def _left_of(self, leaf: int, name: str) -> int:
        used = self._used.get(leaf)
        return saturated(self.tree.free[leaf].get(name, 0) - (used.get(name, 0) if used else 0))

    def _capacity(self) -> IntArray:
        """Return what is left of each resource of the tree on each leaf, of shape (resources, leaves)."""
        for leaf in self._changed:
            for name, row in self.tree.rows.items():
                self._left[row, leaf] = self._left_of(leaf, name)
        self._changed.clear()
        return self._left

    def add(self, usage: Iterable[DomainUsage]) -> None:
        """Take room of leaves (updateTASUsage); leaves that the topology lacks are passed over."""
        self._change(usage, 1)

    def remove(self, usage: Iterable[DomainUsage]) -> None:
        """Give room of leaves back, which may make what is used negative."""
        self._change(usage, -1)

    def _change(self, usage: Iterable[DomainUsage], sign: int) -> None:
        for part in usage:
            leaf = self.tree.leaf(part.values)
            if leaf is None:
                continue
            used = self._used.setdefault(leaf, {})
            for name, amount in part.total.items():
                used[name] = saturated(used.get(name, 0) + sign * amount)
            self._changed.add(leaf)
            self._unequal.add(leaf)

    def find(
        self,
        requests: Sequence[PodSetRequest],
        *,
        workload: Workload,
        empty: bool = False,
        assumed: AssumedUsage,
    ) -> Placements:
        """Return a place for each pod set, in order (FindTopologyAssignmentsForFlavor).

        `empty` asks as if no workload with a topology ran, but never where a failed node is to be replaced. `assumed`
        is what earlier flavors of the same workload take; what is placed here is added to it.
        """
        empty = empty and not workload.unhealthy_nodes
        capacity = self.tree.free_rows if empty else self._capacity()
        room = Room(self.tree, self.gates, capacity, assumed, empty, searches=self._searches)
        return place_groups(room, requests, workload)

    def state(self) -> LeafState:
        """Return what is free and used, for all leaves."""
        return {
            ",".join(values): {"free": self.tree.free[leaf], "tasUsage": dict(self._used.get(leaf, {}))}
            for leaf, values in enumerate(self.tree.levels[-1].values)
        }


def find_places(
    topologies: Mapping[str, FlavorSnapshot],
    requests: TopologyRequests,
    workload: Workload,
    *,
    empty: bool = False,
) -> Placements:
    """Return a placement for each pod set that wants one, flavors in the order of their names.

    Flavors whose topology ends at hosts share what the workload takes (gate TASHandleOverlappingFlavors).
    """
    shared: AssumedUsage = {}
    placements: dict[str, Placement] = {}
    for flavor in sorted(requests):
        snapshot = topologies[flavor]
        overlaps = snapshot.gates.tas_handle_overlapping_flavors and snapshot.topology.ends_at_hosts
        assumed = shared if overlaps else {}
        placements.update(snapshot.find(requests[flavor], workload=workload, empty=empty, assumed=assumed))
    return placements
