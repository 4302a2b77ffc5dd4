"""New nodes like one that is there, or like the template of a node group that has none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from scheduler_core.autoscaling.nodegroups.groups import NodeGroup
from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.node import HOSTNAME, Node, read_node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod, read_pod, read_template
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.objects.resources import Amounts, amounts

DAEMON_KINDS = ("DaemonSet", "Node")  # their pods come with each node
_OWN = (
    "uid",
    "resourceVersion",
    "creationTimestamp",
    "managedFields",
    "annotations",
    "selfLink",
    "generation",
)


def new_node(manifest: Manifest, name: str, own_labels: Mapping[str, str] | None = None) -> Manifest:
    """Return the manifest of an empty, ready node of the same shape, with labels of its own."""
    meta, spec, status = (manifest.get(part) or {} for part in ("metadata", "spec", "status"))
    labels = {k: name if v == meta["name"] else v for k, v in (meta.get("labels") or {}).items()}
    if HOSTNAME in labels:
        labels[HOSTNAME] = name
    labels |= own_labels or {}
    taints = [t for t in spec.get("taints") or () if not t["key"].startswith("node.kubernetes.io/")]
    copied = {k: status[k] for k in ("capacity", "allocatable", "nodeInfo") if k in status}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {**{k: v for k, v in meta.items() if k not in _OWN}, "name": name, "labels": labels},
        **({"spec": {"taints": taints}} if taints else {}),
        "status": {**copied, "conditions": [{"type": "Ready", "status": "True"}]},
    }


@dataclass(frozen=True)
class GroupTemplate:
    """What a new node of a group is: a manifest of one, and the pods that come with each."""

    group: NodeGroup
    manifest: Manifest
    daemons: tuple[Pod, ...]

    def node(self, number: int) -> Node:
        """Return a new node of the group, numbered for its name."""
        manifest = new_node(self.manifest, f"{self.group.name}-new-{number}")
        return read_node(ManifestField(manifest, "", Problems()))

    @cached_property
    def example(self) -> Node:
        return self.node(1)

    @cached_property
    def capacity(self) -> Amounts:
        """What a node has in all: status.capacity, or what is allocatable where the input has no capacity."""
        capacity = ManifestField(self.manifest, "", Problems()).child("status").quantities("capacity")
        return amounts(capacity) or self.example.allocatable

    @cached_property
    def taken(self) -> Amounts:
        """What the pods request that come with each node."""
        total: dict[str, int] = {}
        for pod in self.daemons:
            for name, amount in pod.template.requests.items():
                total[name] = total.get(name, 0) + amount
        return total


def read_pods(manifests: tuple[Manifest, ...], objects: Objects) -> tuple[Pod, ...]:
    """Return the pods of a template."""
    pods = []
    for manifest in manifests:
        at = ManifestField(manifest, "", Problems())
        pods.append(read_pod(at, read_template(at, objects.priorities, objects.default_priority)))
    return tuple(pods)


def is_daemon(pod: Pod) -> bool:
    controller = pod.template.controller
    return controller is not None and controller.kind in DAEMON_KINDS
