"""All that Kueue decides with: its own objects, and those of Kubernetes that it reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from scheduler_core.allowance import each
from scheduler_core.kubernetes.objects.kinds import group_of, kind_of
from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.loading import locate
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems

from .checks import has_faults
from .cluster_queue import (
    ClusterQueue,
    Cohort,
    LocalQueue,
    read_cluster_queue,
    read_cohort,
    read_local_queue,
)
from .flavor import ResourceFlavor, Topology, read_flavor, read_topology
from .limit_range import CONTAINER, LimitRange, Limits, read_limit_range, summarize
from .nodes import QueueingNode, RunningPod, read_queueing_node, read_running_pod
from .workload import Workload, read_workload

GROUP = "kueue.x-k8s.io"


@dataclass(slots=True)
class QueueingObjects:
    """Objects by name, those with a namespace by `namespace/name`; nodes and pods in the order of the input."""

    namespaces: dict[str, Labels] = field(default_factory=dict)
    flavors: dict[str, ResourceFlavor] = field(default_factory=dict)
    topologies: dict[str, Topology] = field(default_factory=dict)
    cohorts: dict[str, Cohort] = field(default_factory=dict)
    cluster_queues: dict[str, ClusterQueue] = field(default_factory=dict)
    local_queues: dict[str, LocalQueue] = field(default_factory=dict)
    limit_ranges: list[LimitRange] = field(default_factory=list)
    nodes: list[QueueingNode] = field(default_factory=list)
    pods: list[RunningPod] = field(default_factory=list)
    workloads: dict[str, Workload] = field(default_factory=dict)

    def limits_in(self, namespace: str) -> dict[str, Limits]:
        """Return the sum of the LimitRanges of a namespace, by type."""
        return dict(summarize(r for r in self.limit_ranges if r.namespace == namespace))

    def adjusted(self, workload: Workload) -> Workload:
        """Return the workload with the defaults of LimitRanges, and limits for missing requests (AdjustResources)."""
        defaults = self.limits_in(workload.namespace).get(CONTAINER, Limits(CONTAINER))
        pod_sets = (
            replace(pod_set, spec=pod_set.spec.with_defaults(defaults.default, defaults.default_request))
            for pod_set in workload.pod_sets
        )
        return replace(workload, pod_sets=tuple(pod_sets))


def read_queueing_objects(manifests: Iterable[Manifest], problems: Problems) -> QueueingObjects:
    """Return the objects that Kueue reads; other kinds, and those with faults, are passed over.

    Faults are added to the problems.
    """
    objects = QueueingObjects()
    for index, manifest in enumerate(each(manifests)):
        readers = _KUEUE_READERS if group_of(manifest) == GROUP else _READERS
        reader = readers.get(kind_of(manifest))
        if reader and not has_faults(index, manifest, problems):
            reader(locate(index, manifest, problems), objects)
    objects.workloads = {key: objects.adjusted(workload) for key, workload in each(objects.workloads.items())}
    return objects


_Reader = Callable[[ManifestField, QueueingObjects], Any]


def _named(kind: str, read: Callable[[ManifestField], Any]) -> _Reader:
    def reader(at: ManifestField, objects: QueueingObjects) -> None:
        named = read(at)
        getattr(objects, kind)[named.key if hasattr(named, "key") else named.name] = named

    return reader


def _listed(kind: str, read: Callable[[ManifestField], Any]) -> _Reader:
    return lambda at, objects: getattr(objects, kind).append(read(at))


def _read_namespace(at: ManifestField, objects: QueueingObjects) -> None:
    meta = at.child("metadata")
    objects.namespaces[meta.name("name")] = meta.labels("labels")


_KUEUE_READERS: dict[str, _Reader] = {
    "ResourceFlavor": _named("flavors", read_flavor),
    "Topology": _named("topologies", read_topology),
    "Cohort": _named("cohorts", read_cohort),
    "ClusterQueue": _named("cluster_queues", read_cluster_queue),
    "LocalQueue": _named("local_queues", read_local_queue),
    "Workload": _named("workloads", read_workload),
}

_READERS: dict[str, _Reader] = {
    "Namespace": _read_namespace,
    "LimitRange": _listed("limit_ranges", read_limit_range),
    "Node": _listed("nodes", read_queueing_node),
    "Pod": _listed("pods", read_running_pod),
}
