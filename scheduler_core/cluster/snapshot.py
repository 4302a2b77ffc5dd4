"""The cluster as columns.

Nodes are fixed for the life of a snapshot; pods come and go by `assume` and `forget`, each of which costs only
what it changes. Counts of pods per node are kept by `PodCounter`s, one per question that a plugin ever asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from scheduler_core.objects.cluster import Objects
from scheduler_core.objects.labels import Labels
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod, PodTemplate
from scheduler_core.objects.resources import CPU, MEMORY

from .accounting import Accounting, current
from .amounts import AmountTable
from .changes import Changes
from .columns import BoolArray, Column, IntArray, NodeColumns

Accepts = Callable[[PodTemplate], int]
Watcher = Callable[[Pod, int, int], None]

# Rows of `Snapshot.requested` besides the resources.
POD_COUNT = "number of pods"
NON_ZERO = {name: f"{name}, at least the default" for name in (CPU, MEMORY)}


@dataclass(slots=True)
class PodCounter:
    """Per node, the sum of `weight(template)` over its pods; per value of a topology key too if one is given.

    Only `eligible` nodes count for a value, all of them when it is None.
    """

    weight: Accepts
    by_node: IntArray
    topology: Column[str] | None
    by_value: IntArray
    eligible: BoolArray | None = None
    _weights: dict[PodTemplate, int] = field(default_factory=dict)

    def weight_of(self, template: PodTemplate) -> int:
        known = self._weights.get(template)
        if known is None:
            known = self._weights[template] = int(self.weight(template))
        return known

    def add(self, template: PodTemplate, node: int, pods: int) -> None:
        """So many pods of a class came to a node; below 0, left it."""
        weight = self.weight_of(template)
        if weight:
            self.by_node[node] += pods * weight
            counts = self.eligible is None or self.eligible[node]
            if self.topology is not None and counts and (code := self.topology.codes[node]) >= 0:
                self.by_value[code] += pods * weight


class Snapshot:
    """A list of nodes in `nodeOrder` and the pods on them.

    `rows` are the indices of all nodes; `changes` tells where pods came or left. `requested` sums up what a node's
    pods request, their number, and their cpu and memory with the defaults for containers without any.
    `placed` counts, for each class that has pods, how many are on which node; `classes_version` grows whenever a
    class gets its first pod or loses its last.
    """

    def __init__(
        self,
        nodes: Iterable[Node],
        namespaces: dict[str, Labels] | None = None,
        accounting: Accounting = current,
    ) -> None:
        listed = list(nodes)
        self.nodes: tuple[Node, ...] = tuple(interleaved(listed))
        self.index: dict[str, int] = {node.name: i for i, node in enumerate(self.nodes)}
        self.columns = NodeColumns(self.nodes)
        self.unschedulable = np.array([node.unschedulable for node in self.nodes], dtype=bool)
        self.image_sizes = _image_sizes(listed)
        self.image_nodes = _image_nodes(self.nodes)
        self.namespaces = namespaces or {}
        self.rows: IntArray = np.arange(len(self.nodes))
        self.rows.flags.writeable = False
        self.changes = Changes(len(self.nodes))
        self.allocatable = self._allocatable()
        self.requested = AmountTable(len(self.nodes))
        self.placed: dict[PodTemplate, dict[int, int]] = {}
        self.classes_version = 0
        self._pods: dict[str, tuple[Pod, int]] = {}
        self._on_node: list[dict[str, Pod]] = [{} for _ in self.nodes]
        self._counters: dict[Hashable, PodCounter] = {}
        self._counters_of: dict[PodTemplate, list[PodCounter]] = {}
        self._volume_watchers: list[Watcher] = []
        self._accounting = accounting
        self._amounts: dict[PodTemplate, IntArray] = {}

    @classmethod
    def of(cls, objects: Objects, accounting: Accounting = current) -> Snapshot:
        """The snapshot before the first cycle: finished pods and pods on unknown nodes count for nothing."""
        snapshot = cls(objects.nodes, objects.namespaces, accounting)
        snapshot._populate(
            (pod, snapshot.index[pod.node_name])
            for pod in objects.pods
            if pod.node_name in snapshot.index and pod.phase not in ("Succeeded", "Failed")
        )
        return snapshot

    def _populate(self, running: Iterable[tuple[Pod, int]]) -> None:
        """`assume` for the pods of the beginning, a class at a time; nobody counts or watches yet."""
        nodes_of: dict[PodTemplate, list[int]] = {}
        for pod, node in running:
            self._pods[pod.key] = (pod, node)
            self._on_node[node][pod.key] = pod
            nodes_of.setdefault(pod.template, []).append(node)
        for template, nodes in nodes_of.items():
            placed = self.placed[template] = dict(Counter(nodes))
            self.classes_version += 1
            where = np.fromiter(placed, dtype=np.int64, count=len(placed))
            pods = np.fromiter(placed.values(), dtype=np.int64, count=len(placed))
            self.requested.add_many(where, self._amounts_of(template), pods)

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
        """Per node, how many pods are on it."""
        return self.requested[POD_COUNT]

    # -- pods ---------------------------------------------------------------------------------------------

    def assume(self, pod: Pod, node: int) -> None:
        """Puts a pod on a node."""
        self._pods[pod.key] = (pod, node)
        self._on_node[node][pod.key] = pod
        self._account(pod.template, node, 1)
        if pod.template.volumes:
            self._tell(pod, node, 1)

    def forget(self, pod: Pod) -> int:
        """Takes a pod off its node, which is returned. `assume` followed by `forget` changes nothing."""
        _, node = self._pods.pop(pod.key)
        del self._on_node[node][pod.key]
        self._account(pod.template, node, -1)
        if pod.template.volumes:
            self._tell(pod, node, -1)
        return node

    def watch_volumes(self, watcher: Watcher) -> None:
        """Has `watcher(pod, node, ±1)` called for each pod with volumes that comes or goes, first for those here."""
        self._volume_watchers.append(watcher)
        for pod, node in self._pods.values():
            if pod.template.volumes:
                watcher(pod, node, 1)

    def _tell(self, pod: Pod, node: int, sign: int) -> None:
        for watcher in self._volume_watchers:
            watcher(pod, node, sign)

    @contextmanager
    def what_if(self, node: int) -> Iterator[None]:
        """Lets the caller add and remove pods on one node, and puts everything back."""
        before = dict(self._on_node[node])
        try:
            yield
        finally:
            for key, pod in list(self._on_node[node].items()):
                if key not in before:
                    self.forget(pod)
            for key, pod in before.items():
                if key not in self._on_node[node]:
                    self.assume(pod, node)
            self._on_node[node] = before

    def _account(self, template: PodTemplate, node: int, sign: int) -> None:
        self.requested.add(node, sign * self._amounts_of(template))
        self.changes.note(node)
        self._place(template, node, sign)
        for counter in self._counting(template):
            counter.add(template, node, sign)

    def _counting(self, template: PodTemplate) -> list[PodCounter]:
        """The counters for which a pod of the class counts."""
        found = self._counters_of.get(template)
        if found is None:
            found = [c for c in self._counters.values() if c.weight_of(template)]
            self._counters_of[template] = found
        return found

    def _amounts_of(self, template: PodTemplate) -> IntArray:
        """What a pod of the class adds to its node."""
        found = self._amounts.get(template)
        if found is None:
            requests, non_zero = self._accounting(template)
            least = {row: non_zero.get(name, 0) for name, row in NON_ZERO.items()}
            found = self._amounts[template] = self.requested.column({**requests, **least, POD_COUNT: 1})
        return found

    def _place(self, template: PodTemplate, node: int, sign: int) -> None:
        nodes = self.placed.get(template)
        if nodes is None:
            nodes = self.placed[template] = {}
            self.classes_version += 1
        nodes[node] = nodes.get(node, 0) + sign
        if not nodes[node]:
            del nodes[node]
            if not nodes:
                del self.placed[template]
                self.classes_version += 1

    def pod(self, pod_key: str) -> Pod:
        """The pod as it runs; KeyError when it runs nowhere."""
        return self._pods[pod_key][0]

    def node_of(self, pod_key: str) -> int | None:
        found = self._pods.get(pod_key)
        return None if found is None else found[1]

    def pods(self) -> Iterator[tuple[Pod, int]]:
        return iter(self._pods.values())

    def pods_on(self, node: int) -> list[Pod]:
        """The node's pods in the order in which they came."""
        return list(self._on_node[node].values())

    def counter(
        self,
        key: Hashable,
        weight: Accepts,
        topology_key: str | None = None,
        eligible: BoolArray | None = None,
    ) -> PodCounter:
        """The counter for a question, counted once and kept up to date from then on.

        `key` names the question: `weight` must be a function of it and of the template alone.
        """
        found = self._counters.get(key)
        if found is None:
            topology = self.columns.label(topology_key) if topology_key is not None else None
            values = np.zeros(len(topology.values) if topology else 0, dtype=np.int64)
            found = self._counters[key] = PodCounter(weight, self.zeros(), topology, values, eligible)
            self._counters_of.clear()
            for template, nodes in self.placed.items():
                if found.weight_of(template):
                    for node, pods in nodes.items():
                        found.add(template, node, pods)
        return found


def interleaved(nodes: Iterable[Node]) -> list[Node]:
    """nodeOrder: one node of each (region, zone) group in turn (pkg/scheduler/backend/cache/node_tree.go)."""
    groups: dict[tuple[str, str], list[Node]] = {}
    for node in nodes:
        groups.setdefault(node.zone_key, []).append(node)
    longest = max((len(group) for group in groups.values()), default=0)
    return [group[i] for i in range(longest) for group in groups.values() if i < len(group)]


def _image_sizes(nodes: list[Node]) -> dict[str, int]:
    """An image's size is that of the node that was listed first (cache.addNodeImageStates)."""
    sizes: dict[str, int] = {}
    for node in nodes:
        for name, size in node.images:
            sizes.setdefault(name, size)
    return sizes


def _image_nodes(nodes: tuple[Node, ...]) -> dict[str, IntArray]:
    """Per image, the indices of the nodes that have it."""
    found: dict[str, list[int]] = {}
    for i, node in enumerate(nodes):
        for name in dict.fromkeys(name for name, _ in node.images):
            found.setdefault(name, []).append(i)
    return {name: np.array(where, dtype=np.int64) for name, where in found.items()}
