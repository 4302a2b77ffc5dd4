"""All objects that Karpenter decides with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from scheduler_core import allowance
from scheduler_core.kubernetes.objects.kinds import group_of, kind_of
from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.loading import locate
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.objects.storage import (
    Storage,
    read_claim,
    read_csi_node,
    read_storage_class,
    read_volume,
)

from .budget import PodBudget, read_pod_budget
from .daemonset import DaemonSet, read_daemonset
from .labels import GROUP
from .node import Node, NodeClaim, read_node, read_nodeclaim
from .nodepool import NodePool, read_nodepool
from .pod import Pod, read_pod


@dataclass(slots=True)
class Objects:
    """All objects, each kind by namespace and name: a cluster's cache lists them in any order."""

    nodepools: list[NodePool] = field(default_factory=list)
    nodeclaims: list[NodeClaim] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    pods: list[Pod] = field(default_factory=list)
    daemonsets: list[DaemonSet] = field(default_factory=list)
    budgets: list[PodBudget] = field(default_factory=list)
    namespaces: dict[str, Labels] = field(default_factory=dict)
    storage: Storage = field(default_factory=Storage)


def read_objects(manifests: Iterable[Manifest], problems: Problems) -> Objects:
    """Return the objects that Karpenter reads; other kinds are passed over."""
    objects = Objects()
    for index, manifest in enumerate(manifests):
        allowance.check()
        readers = _KARPENTER_READERS if group_of(manifest) == GROUP else _READERS
        if reader := readers.get(kind_of(manifest)):
            reader(locate(index, manifest, problems), objects)
    for named in (objects.nodepools, objects.nodeclaims, objects.nodes):
        named.sort(key=lambda o: o.name)
    for keyed in (objects.daemonsets, objects.budgets):
        keyed.sort(key=lambda o: o.key)
    objects.pods.sort(key=lambda pod: (pod.namespace, pod.name))
    return objects


_Reader = Callable[[ManifestField, Objects], None]

_KARPENTER_READERS: dict[str, _Reader] = {
    "NodePool": lambda at, o: o.nodepools.append(read_nodepool(at)),
    "NodeClaim": lambda at, o: o.nodeclaims.append(read_nodeclaim(at)),
}


def _read_namespace(at: ManifestField, objects: Objects) -> None:
    meta = at.child("metadata")
    objects.namespaces[meta.name("name")] = meta.string_map("labels")


_READERS: dict[str, _Reader] = {
    "Node": lambda at, o: o.nodes.append(read_node(at)),
    "Pod": lambda at, o: o.pods.append(read_pod(at)),
    "DaemonSet": lambda at, o: o.daemonsets.append(read_daemonset(at)),
    "PodDisruptionBudget": lambda at, o: o.budgets.append(read_pod_budget(at)),
    "Namespace": _read_namespace,
    "PersistentVolume": lambda at, o: read_volume(at, o.storage),
    "PersistentVolumeClaim": lambda at, o: read_claim(at, o.storage),
    "StorageClass": lambda at, o: read_storage_class(at, o.storage),
    "CSINode": lambda at, o: read_csi_node(at, o.storage),
}
