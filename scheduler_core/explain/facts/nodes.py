"""A node as the scheduler sees it: its labels, taints and amounts, where they are written, and who is on it."""

from __future__ import annotations

from scheduler_core.cycle.cycle import CycleRecord
from scheduler_core.explain.trace import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.resources import PODS
from scheduler_core.plugins.noderesources.resource_allocation import unit

from .resources import MAX_PODS
from .written import part


def node_fact(record: CycleRecord, name: str) -> Json:
    """The node's fields with their paths, and per resource what is used."""
    handle = record.framework.handle
    index = handle.snapshot.index[name]
    node, pods = handle.snapshot.nodes[index], handle.snapshot.pods_on(index)
    return {
        "node": name,
        "source": {"object": f"Node {name}", "prefix": ""},
        "fields": _fields(node, part(handle.objects.written.get(("Node", name), {}), "status")),
        "resources": [_resource(record, index, resource) for resource in node.allocatable],
        "pods": [pod.key for pod in pods[:MAX_PODS]],
        "pods_total": len(pods),
    }


def _fields(node: Node, status: Json) -> list[Json]:
    amounts = "allocatable" if status.get("allocatable") is not None else "capacity"
    fields: list[Json] = [
        {"path": f"metadata.labels.{key}", "value": value, "origin": "written"}
        for key, value in node.labels.items()
    ]
    fields += [
        {"path": f"spec.taints[{i}]", "value": str(taint), "origin": "written"}
        for i, taint in enumerate(node.taints)
    ]
    origin = "written" if node.unschedulable else "default"
    fields.append({"path": "spec.unschedulable", "value": node.unschedulable, "origin": origin})
    fields += [
        {
            "path": f"status.{amounts}.{key}",
            "value": value,
            "origin": "written" if amounts == "allocatable" else "capacity",
        }
        for key, value in node.written.items()
    ]
    return fields


def _resource(record: CycleRecord, index: int, resource: str) -> Json:
    snapshot = record.framework.handle.snapshot
    used = snapshot.pod_count if resource == PODS else snapshot.requested[resource]
    return {
        "resource": resource,
        "unit": unit(resource),
        "used": int(used[index]),
        "allocatable": snapshot.nodes[index].allocatable[resource],
    }
