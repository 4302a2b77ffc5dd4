"""A node as the scheduler reads it: its labels, taints and amounts, their source lines, and the pods on it."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.resources import PODS
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.plugins.noderesources.resource_allocation import Unit, unit

from .contract import Field, NamedFact, SourceObject
from .origins import part, with_admission
from .resources import MAX_PODS


class ResourceUse(TypedDict):
    resource: str
    unit: Unit
    used: int
    allocatable: int


class NodeFact(NamedFact):
    """A node as the scheduler reads it."""

    node: str
    source: SourceObject
    fields: list[Field]
    resources: list[ResourceUse]
    pods: list[str]
    """The first 120."""
    pods_total: int


def node_fact(record: CycleRecord, name: str) -> NodeFact:
    """Return the node's fields with their paths, and per resource the amount in use."""
    handle = record.framework.handle
    index = handle.snapshot.index[name]
    node, pods = handle.snapshot.nodes[index], handle.snapshot.pods_on(index)
    return {
        "node": name,
        "source": {"object": f"Node {name}", "prefix": ""},
        "fields": with_admission(
            _fields(node, part(handle.objects.manifests.get(("Node", name), {}), "status")),
            handle,
            f"Node {name}",
        ),
        "resources": [_resource(record, index, resource) for resource in node.allocatable],
        "pods": [pod.key for pod in pods[:MAX_PODS]],
        "pods_total": len(pods),
    }


def _fields(node: Node, status: Manifest) -> list[Field]:
    amounts = "allocatable" if status.get("allocatable") is not None else "capacity"
    fields: list[Field] = [
        {"path": f"metadata.labels.{key}", "value": value, "origin": "written"}
        for key, value in node.labels.items()
    ]
    fields += [
        {"path": f"spec.taints[{i}]", "value": str(taint), "origin": "written"}
        for i, taint in enumerate(node.taints)
    ]
    fields.append(
        {
            "path": "spec.unschedulable",
            "value": node.unschedulable,
            "origin": "written" if node.unschedulable else "default",
        }
    )
    fields += [
        {
            "path": f"status.{amounts}.{key}",
            "value": value,
            "origin": "written" if amounts == "allocatable" else "capacity",
        }
        for key, value in node.allocatable_quantities.items()
    ]
    return fields


def _resource(record: CycleRecord, index: int, resource: str) -> ResourceUse:
    snapshot = record.framework.handle.snapshot
    used = snapshot.pod_count if resource == PODS else snapshot.requested[resource]
    return {
        "resource": resource,
        "unit": unit(resource),
        "used": int(used[index]),
        "allocatable": snapshot.nodes[index].allocatable[resource],
    }
