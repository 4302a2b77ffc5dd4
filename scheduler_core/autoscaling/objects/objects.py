"""All objects that Karpenter decides with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from scheduler_core import allowance
from scheduler_core.kubernetes.objects.cluster import PodDisruptionBudget, read_budget
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

from .labels import GROUP
from .node import Node, NodeClaim, read_node, read_nodeclaim
from .nodepool import NodePool, read_nodepool
from .pod import NodeTerm, Pod, read_node_terms, read_pod


@dataclass(frozen=True, slots=True)
class DaemonSet:
    """A DaemonSet (pkg/utils/daemonset/daemonset.go); `template` is a pod as it would make one, without name.

    `required_terms` are those of the template's node affinity, None if it has none.
    """

    key: str
    uid: str
    template: Pod
    required_terms: tuple[NodeTerm, ...] | None


def _read_daemonset(at: ManifestField) -> DaemonSet:
    meta, template = at.child("metadata"), at.child("spec").child("template")
    spec = ManifestField({"spec": template.child("spec").value}, template.path, template.problems)
    affinity = template.child("spec").child("affinity").child("nodeAffinity")
    has_terms = affinity.has("requiredDuringSchedulingIgnoredDuringExecution")
    return DaemonSet(
        f"{meta.text('namespace')}/{meta.name('name')}",
        meta.text("uid"),
        read_pod(spec, with_limits=True),
        read_node_terms(affinity) if has_terms else None,
    )


@dataclass(slots=True)
class Objects:
    """All objects, each kind by namespace and name: a cluster's cache lists them in any order."""

    nodepools: list[NodePool] = field(default_factory=list)
    nodeclaims: list[NodeClaim] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    pods: list[Pod] = field(default_factory=list)
    daemonsets: list[DaemonSet] = field(default_factory=list)
    budgets: list[PodDisruptionBudget] = field(default_factory=list)
    namespaces: dict[str, Labels] = field(default_factory=dict)
    storage: Storage = field(default_factory=Storage)


def read_objects(manifests: Iterable[Manifest], problems: Problems, *, with_limits: bool = False) -> Objects:
    """Return the objects that Karpenter reads; other kinds are passed over.

    With limits, those of containers stand in for their missing requests, as the API server lets them.
    """
    objects = Objects()
    for index, manifest in enumerate(manifests):
        allowance.check()
        readers = _KARPENTER_READERS if group_of(manifest) == GROUP else _READERS
        at = locate(index, manifest, problems)
        if kind_of(manifest) == "Pod":
            objects.pods.append(read_pod(at, with_limits=with_limits))
        elif reader := readers.get(kind_of(manifest)):
            reader(at, objects)
    for named in (objects.nodepools, objects.nodeclaims, objects.nodes):
        named.sort(key=lambda o: o.name)
    objects.daemonsets.sort(key=lambda daemonset: daemonset.key)
    objects.budgets.sort(key=lambda budget: budget.meta.key)
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
    "DaemonSet": lambda at, o: o.daemonsets.append(_read_daemonset(at)),
    "PodDisruptionBudget": lambda at, o: o.budgets.append(read_budget(at)),
    "Namespace": _read_namespace,
    "PersistentVolume": lambda at, o: read_volume(at, o.storage),
    "PersistentVolumeClaim": lambda at, o: read_claim(at, o.storage),
    "StorageClass": lambda at, o: read_storage_class(at, o.storage),
    "CSINode": lambda at, o: read_csi_node(at, o.storage),
}
