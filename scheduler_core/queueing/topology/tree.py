"""The tree of domains that a topology makes of a flavor's nodes.

Mirrors pkg/cache/scheduler/tas_topology_tree.go @ v0.19.2. A domain is the number of its place in its level, where
domains are ordered by their values, so that the children of a domain stand next to each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scheduler_core.allowance import each
from scheduler_core.kubernetes.objects.node import HOSTNAME
from scheduler_core.kubernetes.objects.resources import PODS, Amounts
from scheduler_core.queueing.objects.amounts import saturated, summed
from scheduler_core.queueing.objects.flavor import ResourceFlavor, Topology
from scheduler_core.queueing.objects.nodes import QueueingNode, RunningPod

from .feasible import Feasibility, PodRequirements, feasible_leaves

IntArray = NDArray[np.int64]
Values = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """The domains of one level: `values` are those of all levels down to it.

    Domain i's parent is `parents[i]` in the level above, its children are `first_child[i]` to `first_child[i + 1]` in
    the level below. Shapes (domains,) and (domains + 1,); `first_child` is empty at the lowest level.
    """

    key: str
    values: tuple[Values, ...]
    parents: IntArray
    first_child: IntArray

    def children_of(self, domains: Sequence[int]) -> IntArray:
        """Return the children of domains, in order."""
        first = self.first_child
        if len(domains) == 1:
            return np.arange(first[domains[0]], first[domains[0] + 1])
        parts = [np.arange(first[domain], first[domain + 1]) for domain in domains]
        return np.concatenate([np.zeros(0, dtype=np.int64), *parts])


class TopologyTree:
    """Domains, and what the nodes of each leaf have to give without workloads that have a topology.

    `free` has amounts by leaf, `rows` the numbers of resources in `free_rows`, of shape (resources, leaves); `nodes`
    are the first ones of each leaf.
    """

    def __init__(self, flavor: ResourceFlavor, topology: Topology, members: Mapping[Values, _Leaf]) -> None:
        self.flavor = flavor
        self.topology = topology
        values = sorted(members)
        self.nodes = tuple(members[path].node for path in values)
        self.levels = _levels(topology.levels, values)
        self.leaf_ids = tuple(map(self.domain_id, values))
        self.leaves = {leaf: index for index, leaf in enumerate(self.leaf_ids)}
        self.free: tuple[Amounts, ...] = tuple(members[path].free() for path in values)
        resources = sorted({name for amounts in self.free for name in amounts})
        self.rows = {name: row for row, name in enumerate(resources)}
        self.free_rows = np.array(
            [[amounts.get(name, 0) for amounts in self.free] for name in resources], dtype=np.int64
        ).reshape(len(resources), len(values))
        self._feasible: dict[PodRequirements, Feasibility] = {}

    @property
    def bottom(self) -> int:
        """The number of the lowest level."""
        return len(self.levels) - 1

    @cached_property
    def leaf_values(self) -> tuple[Values, ...]:
        """What an assignment calls each leaf: the host alone where hosts are the lowest level."""
        paths = self.levels[-1].values
        return tuple(path[-1:] for path in paths) if self.topology.ends_at_hosts else paths

    def level_of(self, key: str) -> int | None:
        """Return the number of the level with a label, None without one (resolveLevelIdx)."""
        return self.topology.levels.index(key) if key in self.topology.levels else None

    def leaf(self, values: Values) -> int | None:
        """Return the leaf that an assignment names, None if the tree has none."""
        return self.leaves.get(",".join(values))

    def domain_id(self, values: Values) -> str:
        """Return what a domain with these values is called; a host by its name alone (domain.id)."""
        at_host = self.topology.ends_at_hosts and len(values) == len(self.topology.levels)
        return values[-1] if at_host else ",".join(values)

    def ancestor(self, leaf: int, level: int) -> int:
        """Return the domain of a level that a leaf belongs to."""
        domain = leaf
        for below in range(self.bottom, level, -1):
            domain = int(self.levels[below].parents[domain])
        return domain

    def descendants(self, level: int, domain: int, below: int) -> IntArray:
        """Return the domains of a level that a domain of a level above (or itself) contains."""
        first, last = domain, domain + 1
        for number in range(level, below):
            offsets = self.levels[number].first_child
            first, last = int(offsets[first]), int(offsets[last])
        return np.arange(first, last)

    def feasible(self, requirements: PodRequirements) -> Feasibility:
        """Return which leaves a pod may use; nodes never change, so that each question is answered once."""
        if requirements not in self._feasible:
            self._feasible[requirements] = feasible_leaves(self.nodes, requirements)
        return self._feasible[requirements]


@dataclass(slots=True)
class _Leaf:
    """The nodes of a leaf, and the requests of pods on them that do not belong to workloads with a topology."""

    node: QueueingNode
    allocatable: list[Amounts]
    used: list[Amounts]

    def free(self) -> Amounts:
        total, used = summed(self.allocatable), summed(self.used)
        return {name: saturated(total.get(name, 0) - used.get(name, 0)) for name in {**total, **used}}


def build_tree(
    flavor: ResourceFlavor, topology: Topology, nodes: Iterable[QueueingNode], pods: Iterable[RunningPod]
) -> TopologyTree:
    """Return the tree of the flavor's nodes that are ready and carry the labels of all levels (newTopologyTree)."""
    on_node: dict[str, list[Amounts]] = {}
    for pod in pods:
        if pod.node and not (pod.finished or pod.placed_by_kueue):
            on_node.setdefault(pod.node, []).extend((pod.requests, {PODS: 1}))
    members: dict[Values, _Leaf] = {}
    hosts: dict[str, Values] = {}
    for node in each(nodes):
        if _belongs(node, flavor, topology):
            path = tuple(node.labels[key] for key in topology.levels)
            if topology.ends_at_hosts:
                path = hosts.setdefault(node.labels[HOSTNAME], path)
            leaf = members.setdefault(path, _Leaf(node, [], []))
            leaf.allocatable.append(node.allocatable)
            leaf.used.extend(on_node.get(node.name, ()))
    return TopologyTree(flavor, topology, members)


def _belongs(node: QueueingNode, flavor: ResourceFlavor, topology: Topology) -> bool:
    """Return whether a node counts (nodesCache.sync, NodeMatchesFlavor)."""
    return (
        node.ready
        and not node.unschedulable
        and all(node.labels.get(key, "") == value for key, value in flavor.node_labels.items())
        and all(key in node.labels for key in topology.levels)
    )


def _levels(keys: Sequence[str], leaves: Sequence[Values]) -> tuple[Level, ...]:
    """Return the levels of a tree with these leaves, which are sorted."""
    paths = [tuple(dict.fromkeys(leaf[: depth + 1] for leaf in leaves)) for depth in range(len(keys))]
    parents = [_parents(paths, depth) for depth in range(len(keys))]
    first_child = [
        np.searchsorted(below, np.arange(len(level) + 1))
        for level, below in zip(paths, parents[1:], strict=False)
    ]
    no_children = np.zeros(0, dtype=np.int64)
    return tuple(map(Level, keys, paths, parents, [*first_child, no_children]))


def _parents(paths: Sequence[Sequence[Values]], depth: int) -> IntArray:
    """Return for each domain of a level its parent in the level above; 0 at the highest."""
    if depth == 0:
        return np.zeros(len(paths[0]), dtype=np.int64)
    numbers = {path: number for number, path in enumerate(paths[depth - 1])}
    return np.array([numbers[path[:-1]] for path in paths[depth]], dtype=np.int64)
