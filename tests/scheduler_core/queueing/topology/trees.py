"""Small topologies, and questions to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems
from scheduler_core.queueing.gates import DEFAULT, Gates
from scheduler_core.queueing.objects.flavor import ResourceFlavor, Topology
from scheduler_core.queueing.objects.nodes import (
    QueueingNode,
    RunningPod,
    read_queueing_node,
    read_running_pod,
)
from scheduler_core.queueing.objects.workload import PodSet, Workload, read_pod_set
from scheduler_core.queueing.topology.cache import TopologyCache
from scheduler_core.queueing.topology.requests import Placement, Placements, PodSetRequest
from scheduler_core.queueing.topology.snapshot import find_places

T = TypeVar("T")

BLOCK, RACK, HOST = "cloud/block", "cloud/rack", "kubernetes.io/hostname"
NOBODY = Workload("default", "wl", "", "", "", active=True, priority=0, pod_sets=())


def node(path: str, cpu: int = 4, *, pods: int = 110, **spec: Any) -> QueueingNode:
    """Return a ready node at BLOCK/RACK/HOST."""
    block, rack, host = path.split("/")
    return _read(
        read_queueing_node,
        {
            "metadata": {"name": host, "labels": {BLOCK: block, RACK: rack, HOST: host}},
            "spec": spec,
            "status": {
                "allocatable": {"cpu": str(cpu), "pods": str(pods)},
                "conditions": [{"type": "Ready", "status": "True"}],
            },
        },
    )


def pod(name: str, host: str, cpu: int, **annotations: str) -> RunningPod:
    return _read(
        read_running_pod,
        {
            "metadata": {"name": name, "annotations": annotations},
            "spec": {
                "nodeName": host,
                "containers": [{"name": "c", "resources": {"requests": {"cpu": str(cpu)}}}],
            },
        },
    )


def cache(
    nodes: Iterable[QueueingNode],
    *,
    pods: Iterable[RunningPod] = (),
    levels: Iterable[str] = (BLOCK, RACK, HOST),
    flavors: Iterable[str] = ("tas",),
    gates: Gates = DEFAULT,
) -> TopologyCache:
    """Return a cache whose flavors all have the topology `default` and select all nodes."""
    selected = [ResourceFlavor(name, {}, (), (), "default") for name in flavors]
    return TopologyCache(selected, {"default": Topology("default", tuple(levels))}, nodes, pods, gates)


def pod_set(name: str, spec: Mapping[str, Any] | None = None, /, **topology: Any) -> PodSet:
    """Return a pod set whose topology request has these fields, or which has none."""
    manifest = {"name": name, "count": 1, "template": {"spec": spec or {}}}
    return _read(read_pod_set, {**manifest, **({"topologyRequest": topology} if topology else {})})


def asking(count: int, cpu: int = 1, *, of: PodSet, flavor: str = "tas", **more: Any) -> PodSetRequest:
    return PodSetRequest(of, count, {"cpu": cpu * 1000}, flavor, of.topology is None, of.group, **more)


def places(topologies: TopologyCache, *requests: PodSetRequest, workload: Workload = NOBODY) -> Placements:
    """Return where all requests find room, in a snapshot of its own."""
    by_flavor: dict[str, list[PodSetRequest]] = {}
    for request in requests:
        by_flavor.setdefault(request.flavor, []).append(request)
    return find_places(topologies.snapshot(), by_flavor, workload)


def place(topologies: TopologyCache, request: PodSetRequest) -> Placement:
    return places(topologies, request)[request.pod_set.name]


def domains(placement: Placement) -> dict[str, int]:
    """Return pods by domain; what did not fit is a failure of the test."""
    assert placement.assignment, placement.failure
    return {",".join(domain.values): domain.count for domain in placement.assignment.domains}


def _read(reader: Callable[[ManifestField], T], manifest: Any) -> T:
    problems = Problems()
    value = reader(ManifestField(manifest, "", problems))
    if problems.entries:
        raise InvalidInput(problems.errors())
    return value
