"""Runs and pods for those who look at the end of a run."""

from __future__ import annotations

import json
from typing import Any

from scheduler_core import NO_ADMISSION, Recording, load
from tests.builders import Manifest, make_node, make_pod, with_labels

ZONE = "topology.kubernetes.io/zone"


def recorded(*objects: Manifest) -> Recording:
    """Return the run of manifests as they are, without admission."""
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": [*objects]})
    return Recording.of(load(text, admission=NO_ADMISSION))


def replica(
    name: str, node: str | None = None, owner: str = "web-1", kind: str = "ReplicaSet", **spec: Any
) -> Manifest:
    """Return a pod with app=web that a controller owns; `spec` are the arguments of `make_pod`."""
    pod = make_pod(name, node=node, **{"app": "web", **spec})
    reference = {"apiVersion": "apps/v1", "kind": kind, "name": owner, "uid": owner, "controller": True}
    pod["metadata"]["ownerReferences"] = [reference]
    return pod


def replicas(**nodes: int) -> list[Manifest]:
    """Return so many replicas on each node, as `replicas(n1=3, n2=0)`."""
    return [replica(f"{node}-{i}", node) for node, count in nodes.items() for i in range(count)]


def pooled(node: Manifest, pool: str) -> Manifest:
    return with_labels(node, {"agentpool": pool})


def zoned(name: str, zone: str, labels: dict[str, str] | None = None, **fields: Any) -> Manifest:
    """Return a node of a zone, with further labels; `fields` are the arguments of `make_node`."""
    return with_labels(make_node(name, **fields), {ZONE: zone, **(labels or {})})
