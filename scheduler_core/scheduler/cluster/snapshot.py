"""The cluster as columns.

Nodes are fixed for the life of a snapshot; pods come and go by `assume` and `forget`, which cost only what they
change. `PodCounter`s hold counts of pods per node, one for each question that a plugin has registered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from scheduler_core.allowance import check
from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.pod import HostPort, Pod, PodTemplate
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY

from .accounting import Accounting, current_amounts
from .amounts import AmountTable
from .columns import BoolArray, Column, IntArray, NodeColumns


class Changes:
    """The nodes that pods came to or left, in order of time; the oldest entries are dropped.

    After more changes than there are nodes it is no more expensive to recompute all nodes.
    """

    def __init__(self, nodes: int) -> None:
        self._capacity = max(nodes, 1)
        self._nodes: list[int] = []
        self._dropped_count = 0

    def record(self, node: int) -> None:
        self._nodes.append(node)
        if len(self._nodes) > 2 * self._capacity:
            del self._nodes[: self._capacity]
            self._dropped_count += self._capacity

    @property
    def mark(self) -> int:
        """The current position in the log, for `since`."""
        return self._dropped_count + len(self._nodes)

    def since(self, mark: int) -> IntArray | None:
        """Return the nodes that changed after a mark, in ascending order; None if it may be any of them."""
        if mark < self.mark - self._capacity:
            return None
        return np.array(sorted(set(self._nodes[mark - self._dropped_count :])), dtype=np.int64)


PodWeight = Callable[[PodTemplate], int]
Watcher = Callable[[Pod, int, int], None]

# Rows of `Snapshot.requested` besides the resources.
POD_COUNT = "number of pods"
NON_ZERO = {name: f"{name}, at least the default" for name in (CPU, MEMORY)}

_FEW_NODES = 16
_BYTES_OF_A_COUNTER = 2**11  # besides its counts by node


@dataclass(slots=True)
class PodCounter:
    """Per node the sum of `weight(template)` over its pods, and the same per value of a topology key if one is given.

    Only `eligible` nodes count for a value; None means all nodes.
    """

    weight: PodWeight
    by_node: IntArray
    topology: Column[str] | None
    by_value: IntArray
    eligible: BoolArray | None = None
    _weights: dict[PodTemplate, int] = field(default_factory=dict)

    def weight_of(self, template: PodTemplate) -> int:
        weight = self._weights.get(template, 0) or int(self.weight(template))
        if weight:  # of most classes a counter counts nothing
            self._weights[template] = weight
        return weight

    def add(self, template: PodTemplate, node: int, pods: int) -> None:
        """Add `pods` pods of a class on a node (negative: they left)."""
        weight = self.weight_of(template)
        if weight:
            self.by_node[node] += pods * weight
            is_eligible = self.eligible is None or self.eligible[node]
            if self.topology is not None and is_eligible and (code := self.topology.codes[node]) >= 0:
                self.by_value[code] += pods * weight

    def add_class(self, template: PodTemplate, placed: Mapping[int, int]) -> None:
        """Add the pods of a class, given as their number by node."""
        weight = self.weight_of(template)
        if not weight:
            return
        if len(placed) < _FEW_NODES:  # too few for arrays to be faster
            for node, pods in placed.items():
                self.add(template, node, pods)
            return
        nodes = np.fromiter(placed, dtype=np.int64, count=len(placed))
        weights = weight * np.fromiter(placed.values(), dtype=np.int64, count=len(placed))
        self.by_node[nodes] += weights
        if self.topology is not None:
            codes = self.topology.codes[nodes]
            counts = codes >= 0 if self.eligible is None else (codes >= 0) & self.eligible[nodes]
            np.add.at(self.by_value, codes[counts], weights[counts])


@dataclass(frozen=True, slots=True)
class Mark:
    """The pods of a snapshot at one moment, all and by node, and its `freed_ports`."""

    pods: Mapping[str, tuple[Pod, int]]
    pods_by_node: Sequence[Mapping[str, Pod]]
    freed_ports: Mapping[int, frozenset[HostPort]]


class Snapshot:
    """A list of nodes in `nodeOrder` and the pods on them.

    `rows` are the indices of all nodes, `candidates` those that a pod may be placed on, which are all but in a
    placement of a pod group. `changes` is the log of nodes that pods came to or left. `requested` has per
    node the sums of its pods' requests, the number of pods, and cpu and memory with defaults for containers that
    request none. `nodes_by_class` has per class the number of its pods by node; `affinity_version` grows whenever a
    class with pod affinity gets its first pod or loses its last. `freed_ports` has by node the host ports that count as
    free although a pod there uses them, since another pod with the same port has left (HostPortInfo is a set).
    """

    def __init__(
        self,
        nodes: Iterable[Node],
        namespaces: dict[str, Labels] | None = None,
        accounting: Accounting = current_amounts,
    ) -> None:
        listed = list(nodes)
        self._set_nodes(tuple(interleaved(listed)))
        self.index: dict[str, int] = {node.name: i for i, node in enumerate(self.nodes)}
        self.unschedulable = np.array([node.unschedulable for node in self.nodes], dtype=bool)
        self.allocatable = self._allocatable()
        self.image_sizes = _image_sizes(listed)
        self.image_nodes = _image_nodes(self.nodes)
        self.namespaces = namespaces or {}
        self.requested = AmountTable(len(self.nodes))
        self.nodes_by_class: dict[PodTemplate, dict[int, int]] = {}
        self.affinity_version = 0
        self.freed_ports: dict[int, frozenset[HostPort]] = {}
        self._pods: dict[str, tuple[Pod, int]] = {}
        # A copy of the snapshot shares the pods of each node, of which none is ever written to, and the nodes of each
        # class, which are written to by the snapshot that owns them alone.
        self._pods_by_node: list[Mapping[str, Pod]] = [{} for _ in self.nodes]
        self._own_classes: set[PodTemplate] = set()
        self._counters: dict[Hashable, PodCounter] = {}
        self._counters_by_class: dict[PodTemplate, list[PodCounter]] = {}
        self._volume_watchers: list[Watcher] = []
        self._accounting = accounting
        self._amounts_by_class: dict[PodTemplate, IntArray] = {}

    def _set_nodes(self, nodes: tuple[Node, ...], columns: NodeColumns | None = None) -> None:
        self.nodes = nodes
        self.columns = columns or NodeColumns(nodes)
        self.rows: IntArray = np.arange(len(nodes))
        self.rows.flags.writeable = False
        self.candidates: IntArray = self.rows
        self.changes = Changes(len(nodes))

    @classmethod
    def of(cls, objects: Objects, accounting: Accounting = current_amounts) -> Snapshot:
        """Return the snapshot before the first cycle, without finished pods and pods on unlisted nodes."""
        snapshot = cls(objects.nodes, objects.namespaces, accounting)
        snapshot._populate(
            (pod, snapshot.index[pod.node_name])
            for pod in objects.pods
            if pod.node_name in snapshot.index and not pod.finished
        )
        return snapshot

    def _populate(self, running: Iterable[tuple[Pod, int]]) -> None:
        """Place the initial pods, a class at a time. There are no counters and watchers yet."""
        nodes_of: dict[PodTemplate, list[int]] = {}
        pods_by_node: list[dict[str, Pod]] = [{} for _ in self.nodes]
        for pod, node in running:
            self._pods[pod.key] = (pod, node)
            pods_by_node[node][pod.key] = pod
            nodes_of.setdefault(pod.template, []).append(node)
        self._pods_by_node = [*pods_by_node]
        for template, nodes in nodes_of.items():
            placed = self.nodes_by_class[template] = dict(Counter(nodes))
            self.affinity_version += _has_pod_affinity(template)
            node_indices = np.fromiter(placed, dtype=np.int64, count=len(placed))
            counts = np.fromiter(placed.values(), dtype=np.int64, count=len(placed))
            self.requested.add_many(node_indices, self._amounts_of(template), counts)

    def altered(self, changed: Mapping[int, Node], added: Sequence[Node] = ()) -> Snapshot:
        """Return a copy in which nodes are changed, by index, or added at the end; the pods stay where they are.

        nodeOrder is not renewed, and images are those of the original.
        """
        nodes = [*self.nodes, *added]
        for row, node in changed.items():
            nodes[row] = node
        copy = Snapshot((), self.namespaces, self._accounting)
        copy._set_nodes(tuple(nodes), self.columns.altered(tuple(nodes), changed))
        copy.allocatable = self.allocatable.widened(len(added))
        copy.unschedulable = np.append(self.unschedulable, np.zeros(len(added), dtype=bool))
        new = dict(enumerate(added, len(self.nodes)))
        for row, node in {**changed, **new}.items():
            copy.allocatable.put(row, node.allocatable)
            copy.unschedulable[row] = node.unschedulable
        copy.index = {**self.index, **{node.name: row for row, node in new.items()}} if new else self.index
        copy.image_sizes, copy.image_nodes = self.image_sizes, self.image_nodes
        copy.requested = self.requested.widened(len(added))
        copy.nodes_by_class = dict(self.nodes_by_class)
        self._own_classes.clear()
        copy.affinity_version, copy.freed_ports = self.affinity_version, dict(self.freed_ports)
        copy._pods = dict(self._pods)
        copy._pods_by_node = [*self._pods_by_node, *({} for _ in added)]
        return copy

    def within(self, rows: Sequence[int]) -> Snapshot:
        """Return a copy in which only these nodes are candidates: no other node has labels or pods."""
        part = Snapshot((), self.namespaces, self._accounting)
        inside = np.zeros(len(self.nodes), dtype=bool)
        inside[list(rows)] = True
        part._set_nodes(self.nodes, self.columns.within(inside))
        part.candidates = np.flatnonzero(inside)
        part.index, part.unschedulable, part.allocatable = self.index, self.unschedulable, self.allocatable
        part.image_sizes, part.image_nodes = self.image_sizes, self.image_nodes
        part.requested = AmountTable(len(self.nodes))
        part.freed_ports = {row: self.freed_ports[row] for row in rows if row in self.freed_ports}
        part._populate((pod, row) for row in rows for pod in self.pods_on(row))
        return part

    @property
    def whole(self) -> bool:
        """Whether all nodes are candidates."""
        return len(self.candidates) == len(self.nodes)

    @property
    def node_count(self) -> int:
        """The number of nodes that are candidates."""
        return len(self.candidates)

    def __len__(self) -> int:
        return len(self.nodes)

    def zeros(self) -> IntArray:
        return np.zeros(len(self.nodes), dtype=np.int64)

    def _allocatable(self) -> AmountTable:
        table = AmountTable(len(self.nodes))
        for name in dict.fromkeys(name for node in self.nodes for name in node.allocatable):
            table[name][:] = [node.allocatable.get(name, 0) for node in self.nodes]
        return table

    @property
    def pod_count(self) -> IntArray:
        """The number of pods per node."""
        return self.requested[POD_COUNT]

    # -- pods ---------------------------------------------------------------------------------------------

    def assume(self, pod: Pod, node: int) -> None:
        """Place a pod on a node."""
        self._pods[pod.key] = (pod, node)
        self._pods_by_node[node] = {**self._pods_by_node[node], pod.key: pod}
        self._account(pod.template, node, 1)
        if node in self.freed_ports:
            self._take_ports(pod.template, node)
        if pod.template.volumes:
            self._notify_watchers(pod, node, 1)

    def forget(self, pod: Pod) -> int:
        """Remove a pod and return its node. `assume` followed by `forget` changes nothing."""
        _, node = self._pods.pop(pod.key)
        remaining = dict(self._pods_by_node[node])
        del remaining[pod.key]
        self._pods_by_node[node] = remaining
        self._account(pod.template, node, -1)
        if pod.template.host_ports:
            self._free_ports(pod.template, node)
        if pod.template.volumes:
            self._notify_watchers(pod, node, -1)
        return node

    def mark(self) -> Mark:
        """Return where the pods are, for `rewind`."""
        return Mark(dict(self._pods), [*self._pods_by_node], dict(self.freed_ports))

    def rewind(self, mark: Mark, came: Iterable[str], left: Iterable[tuple[Pod, int]]) -> None:
        """Put everything back as it was at the mark: remove the pods that came since, and return those that left."""
        nodes_by_class: dict[PodTemplate, list[int]] = {}
        for key in came:
            pod, node = self._pods[key]
            if pod.template.volumes or pod.template.host_ports:
                self.forget(pod)
                continue
            del self._pods[key]
            nodes_by_class.setdefault(pod.template, []).append(node)
        for template, nodes in nodes_by_class.items():
            self._account_gone(template, Counter(nodes))
        returning = [*left]
        for pod, node in returning:
            self.assume(pod, node)
        if returning:
            self._pods = dict(mark.pods)
        self._pods_by_node = [*mark.pods_by_node]
        self.freed_ports = dict(mark.freed_ports)

    def _account_gone(self, template: PodTemplate, gone: Mapping[int, int]) -> None:
        """Take the pods of a class, given as their number by node, out of all sums."""
        check()
        nodes = np.fromiter(gone, dtype=np.int64, count=len(gone))
        counts = np.fromiter(gone.values(), dtype=np.int64, count=len(gone))
        self.requested.add_many(nodes, self._amounts_of(template), -counts)
        for node, pods in gone.items():
            self.changes.record(node)
            self._count_by_class(template, node, -pods)
        for counter in self._counters_for(template):
            counter.add_class(template, {node: -pods for node, pods in gone.items()})

    def _take_ports(self, template: PodTemplate, node: int) -> None:
        taken = {port.address for port in template.host_ports}
        self.freed_ports[node] = frozenset(p for p in self.freed_ports[node] if p.address not in taken)

    def _free_ports(self, template: PodTemplate, node: int) -> None:
        held = {port.address for pod in self.pods_on(node) for port in pod.template.host_ports}
        freed = frozenset(port for port in template.host_ports if port.address in held)
        if freed:
            self.freed_ports[node] = self.freed_ports.get(node, frozenset()) | freed

    def watch_volumes(self, watcher: Watcher) -> None:
        """Call `watcher(pod, node, ±1)` for each pod with volumes: at once for those here, then as they come and go."""
        self._volume_watchers.append(watcher)
        for pod, node in self._pods.values():
            if pod.template.volumes:
                watcher(pod, node, 1)

    def _notify_watchers(self, pod: Pod, node: int, sign: int) -> None:
        for watcher in self._volume_watchers:
            watcher(pod, node, sign)

    @contextmanager
    def what_if(self, node: int) -> Iterator[None]:
        """Let the caller add and remove pods on one node within the context, and restore the node on exit."""
        before, freed_before = self._pods_by_node[node], self.freed_ports.get(node)
        try:
            yield
        finally:
            for key, pod in self._pods_by_node[node].items():
                if key not in before:
                    self.forget(pod)
            for key, pod in before.items():
                if key not in self._pods_by_node[node]:
                    self.assume(pod, node)
            self._pods_by_node[node] = before
            self.freed_ports.pop(node, None)
            if freed_before is not None:
                self.freed_ports[node] = freed_before

    @contextmanager
    def without_amounts(self, templates: Iterable[PodTemplate]) -> Iterator[None]:
        """Leave the pods of these classes out of `requested` within the context; they stay on their nodes."""
        left_out = []
        for template in templates:
            placed = self.nodes_by_class[template]
            nodes = np.fromiter(placed, dtype=np.int64, count=len(placed))
            counts = np.fromiter(placed.values(), dtype=np.int64, count=len(placed))
            left_out.append((nodes, self._amounts_of(template), counts))
        for nodes, amounts, counts in left_out:
            self.requested.add_many(nodes, amounts, -counts)
        try:
            yield
        finally:
            for nodes, amounts, counts in left_out:
                self.requested.add_many(nodes, amounts, counts)

    def _account(self, template: PodTemplate, node: int, sign: int) -> None:
        check()
        self.requested.add(node, sign * self._amounts_of(template))
        self.changes.record(node)
        self._count_by_class(template, node, sign)
        for counter in self._counters_for(template):
            counter.add(template, node, sign)

    def _counters_for(self, template: PodTemplate) -> list[PodCounter]:
        """Return the counters in which a pod of the class has a weight."""
        counters = self._counters_by_class.get(template)
        if counters is None:
            counters = [c for c in self._counters.values() if c.weight_of(template)]
            self._counters_by_class[template] = counters
        return counters

    def _amounts_of(self, template: PodTemplate) -> IntArray:
        """Return the column that a pod of the class adds to its node in `requested`."""
        amounts = self._amounts_by_class.get(template)
        if amounts is None:
            requests, non_zero = self._accounting(template)
            defaulted = {row: non_zero.get(name, 0) for name, row in NON_ZERO.items()}
            amounts = self._amounts_by_class[template] = self.requested.column(
                {**requests, **defaulted, POD_COUNT: 1}
            )
        return amounts

    def _count_by_class(self, template: PodTemplate, node: int, pods: int) -> None:
        nodes = self.nodes_by_class.get(template)
        if nodes is None:
            self.affinity_version += _has_pod_affinity(template)
        if nodes is None or template not in self._own_classes:
            nodes = self.nodes_by_class[template] = dict(nodes or {})
            self._own_classes.add(template)
        nodes[node] = nodes.get(node, 0) + pods
        if not nodes[node]:
            del nodes[node]
            if not nodes:
                del self.nodes_by_class[template]
                self.affinity_version += _has_pod_affinity(template)

    def pod(self, pod_key: str) -> Pod:
        """Return a placed pod by `namespace/name`; raise KeyError if there is none."""
        return self._pods[pod_key][0]

    def node_of(self, pod_key: str) -> int | None:
        placement = self._pods.get(pod_key)
        return None if placement is None else placement[1]

    def pods(self) -> Iterator[tuple[Pod, int]]:
        return iter(self._pods.values())

    def pods_on(self, node: int) -> list[Pod]:
        """Return the node's pods in the order in which they came."""
        return list(self._pods_by_node[node].values())

    def counter(
        self,
        key: Hashable,
        weight: PodWeight,
        topology_key: str | None = None,
        eligible: BoolArray | None = None,
    ) -> PodCounter:
        """Return the counter registered under `key`; the first call counts, `assume` and `forget` update.

        `weight` must depend on the key and the template alone.
        """
        counter = self._counters.get(key)
        if counter is None:
            check()
            topology = self.columns.label(topology_key) if topology_key is not None else None
            values = np.zeros(len(topology.values) if topology else 0, dtype=np.int64)
            counter = self._counters[key] = PodCounter(weight, self.zeros(), topology, values, eligible)
            for template, nodes in self.nodes_by_class.items():
                counter.add_class(template, nodes)
            for template, counters in self._counters_by_class.items():
                if counter.weight_of(template):
                    counters.append(counter)
        return counter

    @property
    def counter_bytes(self) -> int:
        """About how much memory the counters take: they are dropped with the snapshot, and by `altered`."""
        return len(self._counters) * (self.rows.nbytes + _BYTES_OF_A_COUNTER)


def _has_pod_affinity(template: PodTemplate) -> bool:
    return bool(template.affinity.pod or template.affinity.pod_anti)


def interleaved(nodes: Iterable[Node]) -> list[Node]:
    """Return nodes in nodeOrder, one of each (region, zone) in turn (pkg/scheduler/backend/cache/node_tree.go)."""
    groups: dict[tuple[str, str], list[Node]] = {}
    for node in nodes:
        groups.setdefault(node.zone_key, []).append(node)
    longest = max((len(group) for group in groups.values()), default=0)
    return [group[i] for i in range(longest) for group in groups.values() if i < len(group)]


def _image_sizes(nodes: list[Node]) -> dict[str, int]:
    """Return image sizes, each from the first listed node with the image (cache.addNodeImageStates)."""
    sizes: dict[str, int] = {}
    for node in nodes:
        for name, size in node.images:
            sizes.setdefault(name, size)
    return sizes


def _image_nodes(nodes: tuple[Node, ...]) -> dict[str, IntArray]:
    """Return per image the indices of the nodes that have it."""
    nodes_by_image: dict[str, list[int]] = {}
    for i, node in enumerate(nodes):
        for name in dict.fromkeys(name for name, _ in node.images):
            nodes_by_image.setdefault(name, []).append(i)
    return {name: np.array(where, dtype=np.int64) for name, where in nodes_by_image.items()}
