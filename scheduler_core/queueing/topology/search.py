"""The search for the places of a pod set, or of a leader with its workers, and Kueue's message if there are none.

Mirrors findTopologyAssignment, notFitMessage and multiLayerNotFitMessage of
pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from scheduler_core import allowance
from scheduler_core.kubernetes.objects.resources import PODS, Amounts
from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.amounts import saturated, summed
from scheduler_core.queueing.objects.placement import DomainCount, TopologyAssignment

from .counts import Counts, Exclusions, count_leaves, roll_up
from .demand import Demand, demand_of
from .descent import place
from .feasible import Feasibility, all_leaves, requirements_of
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
    are left out of the capacity; `searches` has those made then.
    """

    tree: TopologyTree
    gates: Gates
    capacity: IntArray
    assumed: AssumedUsage
    empty: bool = False
    inside: str = ""
    searches: dict[Hashable, Search] = field(default_factory=dict)


def find_assignments(room: Room, workers: PodSetRequest, leader: PodSetRequest | None) -> Found:
    """Return where the workers and their leader get room, or why not."""
    allowance.check()
    tree = room.tree
    demand = demand_of(workers, 1 if leader else 0, tree.topology)
    if isinstance(demand, str):
        return Found({}, demand)
    if not tree.nodes:
        return Found({}, f"no topology domains at level: {tree.topology.levels[demand.level]}")
    search = _kept(room, demand, workers, leader)
    if not search.steps:
        return Found({}, _failure(search), search)
    shares = search.steps[-1].shares
    assignments = {workers.pod_set.name: _assignment(tree, [(share.domain, share.pods) for share in shares])}
    if leader:
        assignments[leader.pod_set.name] = _assignment(
            tree, [(share.domain, share.leaders) for share in shares]
        )
    return Found(assignments, search=search)


def _kept(room: Room, demand: Demand, workers: PodSetRequest, leader: PodSetRequest | None) -> Search:
    """Search; what is asked of an empty topology has one answer as long as nodes do not change, which is kept."""
    if not room.empty or room.assumed:
        return _searched(room, demand, workers, leader)
    key = (
        *(workers.count, workers.implied, workers.pod_set.topology, room.inside),
        requirements_of(workers.pod_set.spec, room.tree.flavor, room.gates),
        tuple(workers.requests.items()),
        tuple(leader.requests.items()) if leader else None,
    )
    if key not in room.searches:
        room.searches[key] = _searched(room, demand, workers, leader)
    return room.searches[key]


def _searched(room: Room, demand: Demand, workers: PodSetRequest, leader: PodSetRequest | None) -> Search:
    """Count what each domain could take, and choose."""
    tree, gates = room.tree, room.gates
    leaves, exclusions = count_leaves(
        tree,
        _capacity(room),
        summed((workers.requests, _ONE_POD)),
        summed((leader.requests, _ONE_POD)) if leader else None,
        _feasibility(room, workers),
        _inside(room),
    )
    counts = roll_up(tree, leaves, demand)
    least_free = demand.unconstrained and gates.tas_profile_mixed
    fitting, steps = place(tree, counts, demand, least_free=least_free, balance=gates.tas_balanced_placement)
    return Search(tree, demand, counts, exclusions, fitting, steps, empty=room.empty, least_free=least_free)


def _failure(search: Search) -> str:
    tree, demand, fitting = search.tree, search.demand, search.fitting
    if demand.layers:
        return layers_not_fit(tree, search.counts, demand, fitting.level, search.exclusions)
    return not_fit(tree.topology.name, fitting.fitting, demand.slices, demand.size, search.exclusions)


def _capacity(room: Room) -> IntArray:
    """Return what is left of the capacity by what is assumed."""
    tree, assumed = room.tree, room.assumed
    if not assumed:
        return room.capacity
    capacity = room.capacity.copy()
    for name in assumed.keys() & tree.leaves.keys():
        leaf = tree.leaves[name]
        for resource in assumed[name].keys() & tree.rows.keys():
            row = tree.rows[resource]
            capacity[row, leaf] = saturated(int(capacity[row, leaf]) - assumed[name][resource])
    return capacity


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


def not_fit(topology: str, fitting: int, needed: int, size: int, exclusions: Exclusions) -> str:
    """Return that of the slices that are needed only some fit, or none; a slice of one is a pod."""
    unit = "pod" if size == 1 else "slice"
    if fitting:
        text = f"allows to fit only {fitting} out of {needed} {unit}(s)"
    else:
        text = f"doesn't allow to fit any of {needed} {unit}(s)"
    return f'topology "{topology}" {text}{exclusions}'


def layers_not_fit(
    tree: TopologyTree, counts: Counts, demand: Demand, level: int, exclusions: Exclusions
) -> str:
    """Return how many slices of each layer fit in the domain of a level that holds most of the outer ones."""
    slices = counts[level].slices.tolist()
    ids = [tree.domain_id(values) for values in tree.levels[level].values]
    best = min(range(len(slices)), key=lambda domain: (-slices[domain], ids[domain]))
    parts = []
    for layer in demand.layers:
        below = tree.topology.levels.index(layer.topology)
        domains = tree.descendants(level, best, below)
        fitting = int((counts[below].pods[domains] // layer.size).sum())
        parts.append(f"; {fitting}/{demand.count // layer.size} slice(s) fit on level {layer.topology}")
    return f'topology "{tree.topology.name}" doesn\'t allow to fit{"".join(parts)}{exclusions}'
