"""Clusters whose nodes are named as providers name them: several pools, three zones, pods that run and wait."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.shared import shared

Manifest = dict[str, Any]
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def cluster_of(provider: str, waiting: int = 4) -> str:
    """Return a provider's cluster as a JSON list; of its waiting pods the first half is too large for any node."""
    (cluster,) = (candidate for candidate in shared("node_families") if candidate["provider"] == provider)
    nodes = [
        _node(name, zone, pool)
        for pool in cluster["pools"]
        for zone, names in pool["nodes"].items()
        for name in names
    ]
    return _listed(nodes, waiting)


def large_cluster(size: int, waiting: int = 6) -> str:
    """Return an AKS cluster of so many nodes as a JSON list: four pools over three zones."""
    pools = (("general", "D8s_v5", "8", "32Gi", 56), ("memory", "E8s_v5", "8", "64Gi", 22),
             ("spot", "D4s_v5", "4", "16Gi", 12), ("gpu", "NC6s_v3", "6", "112Gi", 10))  # fmt: skip
    nodes = [
        _node(
            f"aks-{name}-{10_000_000 + 7 * share}-vmss{_base36(i)}",
            f"westeurope-{1 + i % 3}",
            {
                "labels": {"agentpool": name},
                "type": f"Standard_{shape}",
                "cpu": cpu,
                "memory": memory,
                "taints": ["sku=gpu:NoSchedule"] if name == "gpu" else [],
            },
        )
        for name, shape, cpu, memory, share in pools
        for i in range(size * share // 100)
    ]
    return _listed(nodes, waiting)


def _base36(number: int) -> str:
    digits = ""
    for _ in range(6):
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits


def _listed(nodes: list[Manifest], waiting: int) -> str:
    items = [*nodes, *_running(nodes), *(_pod(f"api-{i}", "api", "64" if i < waiting / 2 else "1")
                                         for i in range(waiting))]  # fmt: skip
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": items})


def _node(name: str, zone: str, pool: Manifest) -> Manifest:
    labels = {"kubernetes.io/hostname": name, "kubernetes.io/os": "linux", **pool["labels"]}
    if zone:
        labels |= {
            "topology.kubernetes.io/zone": zone,
            "topology.kubernetes.io/region": zone.rstrip("abcd123").rstrip("-"),
        }
    if pool["type"]:
        labels["node.kubernetes.io/instance-type"] = pool["type"]
    amounts = {"cpu": pool["cpu"], "memory": pool["memory"], "pods": "110"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": labels},
        "spec": {"taints": [_taint(taint) for taint in pool["taints"]]},
        "status": {"allocatable": amounts, "capacity": amounts},
    }


def _taint(text: str) -> Manifest:
    name, effect = text.split(":")
    key, _, value = name.partition("=")
    return {"key": key, "value": value, "effect": effect}


def _running(nodes: list[Manifest]) -> Iterator[Manifest]:
    """Yield two pods a node, which fill it more or less."""
    for i, node in enumerate(nodes):
        cores = int(node["status"]["allocatable"]["cpu"])
        for app, share in (("web", (3 + i * 7 % 5) / 10), ("cache", (i * 5 % 4) / 16)):
            yield _pod(f"{app}-{i}", app, f"{round(1000 * cores * share) or 100}m", node["metadata"]["name"])


def _pod(name: str, app: str, cpu: str, node: str | None = None) -> Manifest:
    owner = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": app, "uid": app, "controller": True}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "shop", "labels": {"app": app}, "ownerReferences": [owner]},
        "spec": {
            **({"nodeName": node} if node else {}),
            "containers": [
                {"name": app, "image": "registry.example.com/web:1",
                 "resources": {"requests": {"cpu": cpu, "memory": "1Gi"}}}
            ],
        },
        "status": {"phase": "Running" if node else "Pending"},
    }  # fmt: skip
