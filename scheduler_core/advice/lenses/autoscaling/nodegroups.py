"""The groups from which an autoscaler takes new nodes, as far as the nodes of the input show them.

Follows processors/nodeinfosprovider/mixed_nodeinfos_processor.go and simulator/node_info_utils.go of
cluster-autoscaler 1.34: the template of a group is a ready, schedulable node of it, with the pods that each of its
nodes has.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from scheduler_core.advice.whatif.offers.nodes import new_node, shape_of
from scheduler_core.kubernetes.objects.node import OLD_ZONE, ZONE, Node, read_node
from scheduler_core.kubernetes.objects.nodegroups import group_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY, amounts, is_extended
from scheduler_core.simulation.run.simulation import Simulation

DAEMON_KINDS = ("DaemonSet", "Node")  # their pods come with each node
_NOT_READY = ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")


@dataclass(frozen=True)
class NodeGroup:
    """Nodes of one shape in one zone that an autoscaler takes for equal; `example` stands for all of them."""

    name: str
    zone: str
    example: Node
    manifest: Manifest
    daemons: tuple[Pod, ...]

    def new_node(self, number: int, zone: str = "", labels: Mapping[str, str] | None = None) -> Node:
        """Return a new node of the group, numbered for its name; `zone` and `labels` are others than the example's."""
        own = {key: zone for key in (ZONE, OLD_ZONE) if zone and key in self.example.labels} | dict(
            labels or {}
        )
        name = f"{self.example.name}-new-{number}"
        return read_node(ManifestField(new_node(self.manifest, name, own), "", Problems()))

    @cached_property
    def capacity(self) -> Mapping[str, int]:
        """What a node has in all: status.capacity, or what is allocatable where the input has no capacity."""
        capacity = ManifestField(self.manifest, "", Problems()).child("status").quantities("capacity")
        return amounts(capacity) or self.example.allocatable

    @cached_property
    def price(self) -> float:
        """What a node costs, as prices are unknown: by its cores, GB of memory and devices.

        Follows PriceFromResources of pkg/cloudprovider/fake/instancetype.go in Karpenter 1.14.
        """
        devices = sum(amount for name, amount in self.capacity.items() if is_extended(name))
        cores, gigabytes = self.capacity.get(CPU, 0) / 1000, self.capacity.get(MEMORY, 0) / 1e9
        return round(0.1 * cores + 0.1 * gigabytes + devices, 6)

    def size(self) -> dict[str, str]:
        """Return what a new node offers, as quantities."""
        resources = [n for n in self.example.allocatable_quantities if n in (CPU, MEMORY) or is_extended(n)]
        return {name: self.example.allocatable_quantities[name] for name in resources}


def has_named_groups(simulation: Simulation) -> bool:
    """Return whether some node has a label that names its group."""
    return any(group_of(node.labels) for node in simulation.handle.snapshot.nodes)


def node_groups(simulation: Simulation) -> list[NodeGroup]:
    """Return the groups in the order of their nodes: by label, or by shape and zone if no node has such a label.

    A group with nodes of several shapes or zones is one for each of them, as clouds make them.
    """
    snapshot, named = simulation.handle.snapshot, has_named_groups(simulation)
    rows_by_group: dict[Hashable, list[int]] = {}
    for row, node in enumerate(snapshot.nodes):
        group = group_of(node.labels)
        if group or not named:
            rows_by_group.setdefault((group, _class_of(node)), []).append(row)
    groups = []
    for rows in rows_by_group.values():
        row = next((row for row in rows if _is_ready(snapshot.nodes[row])), rows[0])
        example = snapshot.nodes[row]
        daemons = tuple(pod for pod in snapshot.pods_on(row) if is_daemon(pod))
        manifest = simulation.scenario.objects.manifests["Node", example.name]
        name = group_of(example.labels) or f"nodes like {example.name}"
        groups.append(NodeGroup(name, example.zone_key[1], example, manifest, daemons))
    return _told_apart(groups)


def is_daemon(pod: Pod) -> bool:
    controller = pod.template.controller
    return controller is not None and controller.kind in DAEMON_KINDS


def _class_of(node: Node) -> Hashable:
    """Return the shape and zone of a node, without the taints by which it is said to be out of order."""
    lasting = tuple(taint for taint in node.taints if not taint.key.startswith("node.kubernetes.io/"))
    return shape_of(replace(node, taints=lasting))


def _is_ready(node: Node) -> bool:
    return not node.unschedulable and not any(taint.key in _NOT_READY for taint in node.taints)


def _told_apart(groups: list[NodeGroup]) -> list[NodeGroup]:
    """Return the groups with names of their own: by zone, and by an example where a zone has several shapes."""
    names = [group.name for group in groups]
    zoned = [f"{g.name} in {g.zone}" if names.count(g.name) > 1 and g.zone else g.name for g in groups]
    return [
        NodeGroup(
            f"{name} like {group.example.name}" if zoned.count(name) > 1 else name,
            group.zone,
            group.example,
            group.manifest,
            group.daemons,
        )
        for group, name in zip(groups, zoned, strict=True)
    ]
