"""The search for the places of a pod set, or of a leader with its workers.

Mirrors findTopologyAssignment of pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scheduler_core.kubernetes.objects.resources import PODS, Amounts
from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.amounts import saturated, summed
from scheduler_core.queueing.objects.placement import DomainCount, TopologyAssignment

from .counts import count_leaves, roll_up
from .demand import demand_of
from .descent import place
from .feasible import Feasibility, all_leaves
from .fitting import NONE
from .messages import layers_not_fit, not_fit
from .pod_requirements import requirements_of
from .record import Search
from .requests import AssumedUsage, PodSetRequest
from .tree import IntArray, TopologyTree

_ONE_POD: Amounts = {PODS: 1}


@dataclass(frozen=True, slots=True)
class Found:
    """Places by pod set, or a failure; `search` is None if it failed before anything was counted."""

    assignments: dict[str, TopologyAssignment]
    failure: str = ""
    search: Search | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """What there is to search: `capacity` of shape (resources, leaves), less what `assumed` says.

    `inside` is the id of the domain that must not be left, "" for none. `empty` is whether workloads with a topology
    are left out of the capacity.
    """

    tree: TopologyTree
    gates: Gates
    capacity: IntArray
    assumed: AssumedUsage
    empty: bool = False
    inside: str = ""


def find_assignments(room: Room, workers: PodSetRequest, leader: PodSetRequest | None) -> Found:
    """Return where the workers and their leader get room, or why not."""
    tree = room.tree
    demand = demand_of(workers, 1 if leader else 0, tree.topology)
    if isinstance(demand, str):
        return Found({}, demand)
    if not tree.nodes:
        return Found({}, f"no topology domains at level: {tree.topology.levels[demand.level]}")
    leaves, exclusions = count_leaves(
        tree,
        _capacity(room),
        summed((workers.requests, _ONE_POD)),
        summed((leader.requests, _ONE_POD)) if leader else None,
        _feasibility(room, workers),
        _inside(room),
    )
    counts = roll_up(tree, leaves, demand)
    fitting, steps = place(tree, counts, demand, room.gates)
    search = Search(tree, demand, room.empty, counts, exclusions, fitting, steps)
    if fitting.rule == NONE:
        name = tree.topology.name
        if demand.layers:
            return Found({}, layers_not_fit(tree, counts, demand, fitting.level, exclusions), search)
        return Found({}, not_fit(name, fitting.fitting, demand.slices, demand.size, exclusions), search)
    shares = steps[-1][1]
    found = {workers.pod_set.name: _assignment(tree, [(share.domain, share.pods) for share in shares])}
    if leader:
        found[leader.pod_set.name] = _assignment(tree, [(share.domain, share.leaders) for share in shares])
    return Found(found, search=search)


def _capacity(room: Room) -> IntArray:
    """Return what is left of the capacity by what is assumed."""
    taken = [(leaf, room.assumed[name]) for name, leaf in _assumed_leaves(room)]
    if not taken:
        return room.capacity
    capacity = room.capacity.copy()
    for leaf, amounts in taken:
        for name, amount in amounts.items():
            if (row := room.tree.rows.get(name)) is not None:
                capacity[row, leaf] = saturated(int(capacity[row, leaf]) - amount)
    return capacity


def _assumed_leaves(room: Room) -> Iterator[tuple[str, int]]:
    leaves = room.tree.leaves
    return ((name, leaves[name]) for name in room.assumed if name in leaves)


def _feasibility(room: Room, workers: PodSetRequest) -> Feasibility:
    """Return which leaves the workers may use; the leader's own wishes do not count."""
    if not room.tree.topology.ends_at_hosts:
        return all_leaves(len(room.tree.nodes))
    return room.tree.feasible(requirements_of(workers.pod_set.spec, room.tree.flavor, room.gates))


def _inside(room: Room) -> NDArray[np.bool_] | None:
    """Return which leaves belong to the domain that must not be left (BelongsTo)."""
    if not room.inside:
        return None
    paths = (",".join(values) for values in room.tree.levels[-1].values)
    return np.array([path == room.inside or path.startswith(f"{room.inside},") for path in paths], dtype=bool)


def _assignment(tree: TopologyTree, taken: Iterable[tuple[int, int]]) -> TopologyAssignment:
    """Return leaves with their pods in the order of their values; those without pods are left out (buildAssignment)."""
    values, levels = tree.leaf_values, tree.topology.levels
    domains = tuple(DomainCount(values[leaf], count) for leaf, count in sorted(taken) if count)
    return TopologyAssignment(levels[-1:] if tree.topology.ends_at_hosts else levels, domains)
