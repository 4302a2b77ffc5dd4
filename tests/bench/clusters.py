"""Clusters for measuring the product: nodes of equal size in ten zones, pods round them, pods that wait."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

ZONE = "topology.kubernetes.io/zone"


def cluster(nodes: int, *, pods: int, waiting: int) -> dict[str, Any]:
    """As `kubectl get -o json` writes a list. The waiting pods have a zone constraint and a preferred affinity."""
    items = [*_nodes(nodes), *_running(pods, nodes), *_waiting(waiting)]
    return {"kind": "List", "apiVersion": "v1", "items": items}


def empty_cluster(nodes: int, *, waiting: int) -> dict[str, Any]:
    """Nodes without pods, and pods of one class that wait and ask for nothing but room."""
    pods = (_pod(f"new-{i:04d}", "app-1") for i in range(waiting))
    return {"kind": "List", "apiVersion": "v1", "items": [*_nodes(nodes), *pods]}


def _nodes(count: int) -> Iterator[dict[str, Any]]:
    for i in range(count):
        name = f"node-{i:05d}"
        yield {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name, ZONE: f"zone-{i % 10}"}},
            "status": {"allocatable": {"cpu": "8", "memory": "32Gi", "pods": "110"}},
        }


def _running(count: int, nodes: int) -> Iterator[dict[str, Any]]:
    for i in range(count):
        yield _pod(f"run-{i:06d}", f"app-{i % 20}", nodeName=f"node-{i * 7 % nodes:05d}")


def _waiting(count: int) -> Iterator[dict[str, Any]]:
    zone = {"topologyKey": ZONE, "labelSelector": {"matchLabels": {"app": "app-1"}}}
    spread = {"maxSkew": 1, "whenUnsatisfiable": "DoNotSchedule", **zone}
    near = [{"weight": 10, "podAffinityTerm": zone}]
    affinity = {"podAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": near}}
    for i in range(count):
        yield _pod(f"new-{i:02d}", "app-1", topologySpreadConstraints=[spread], affinity=affinity)


def _pod(name: str, app: str, **spec: Any) -> dict[str, Any]:
    requests = {"cpu": "100m", "memory": "200Mi"}
    container = {"name": "main", "image": "registry.example.com/app:1", "resources": {"requests": requests}}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "labels": {"app": app}},
        "spec": {"containers": [container], **spec},
    }
