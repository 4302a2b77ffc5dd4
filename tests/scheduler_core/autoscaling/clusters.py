"""NodePools, instance types, nodes and pods for tests, and what Karpenter decides about them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scheduler_core.autoscaling.provisioning.provisioner import schedule
from scheduler_core.autoscaling.provisioning.scheduler import Results
from scheduler_core.autoscaling.run.scenario import Scenario, read_scenario
from scheduler_core.autoscaling.state.recorder import Recorder

NOW = "2026-03-02T12:00:00Z"
ZONE = "topology.kubernetes.io/zone"
CAPACITY_TYPE = "karpenter.sh/capacity-type"
INSTANCE_TYPE = "node.kubernetes.io/instance-type"
CLASS = {"group": "karpenter.test.sh", "kind": "TestNodeClass", "name": "default"}

Manifest = dict[str, Any]


def required(key: str, *values: str, operator: str = "In", **more: Any) -> Manifest:
    return {"key": key, "operator": operator, "values": list(values), **more}


def instance_type(
    name: str,
    *,
    cpu: str = "4",
    memory: str = "8Gi",
    price: float = 1.0,
    zones: Iterable[str] = ("a", "b"),
    capacity_types: Iterable[str] = ("on-demand",),
    **labels: str,
) -> Manifest:
    """A type that is offered in each zone, as each capacity type, at the same price."""
    zones, capacity_types = list(zones), list(capacity_types)
    return {
        "name": name,
        "requirements": [
            required(INSTANCE_TYPE, name),
            required(ZONE, *zones),
            required(CAPACITY_TYPE, *capacity_types),
            *(required(key, value) for key, value in labels.items()),
        ],
        "offerings": [
            {
                "price": price,
                "available": True,
                "requirements": [required(ZONE, zone), required(CAPACITY_TYPE, capacity_type)],
            }
            for zone in zones
            for capacity_type in capacity_types
        ],
        "capacity": {"cpu": cpu, "memory": memory, "pods": "10"},
    }


def nodepool(
    name: str = "default",
    *requirements: Manifest,
    labels: Manifest | None = None,
    taints: Iterable[Manifest] = (),
    disruption: Manifest | None = None,
    **spec: Any,
) -> Manifest:
    conditions = ("ValidationSucceeded", "NodeClassReady", "Ready")
    template = {"taints": list(taints), "nodeClassRef": CLASS, "requirements": list(requirements)}
    return {
        "apiVersion": "karpenter.sh/v1",
        "kind": "NodePool",
        "metadata": {"name": name},
        "spec": {
            "template": {"metadata": {"labels": labels or {}}, "spec": template},
            "disruption": {
                "consolidateAfter": "0s",
                "consolidationPolicy": "WhenEmptyOrUnderutilized",
                **(disruption or {}),
            },
            **spec,
        },
        "status": {"conditions": [{"type": kind, "status": "True"} for kind in conditions]},
    }


def pending(name: str, *, cpu: str = "1", labels: Manifest | None = None, **spec: Any) -> Manifest:
    unschedulable = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "default", "uid": name, "labels": labels or {}},
        "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": cpu}}}], **spec},
        "status": {"phase": "Pending", "conditions": [unschedulable]},
    }


def running(name: str, node: str, **pod: Any) -> Manifest:
    manifest = pending(name, **pod)
    manifest["spec"]["nodeName"] = node
    manifest["status"] = {"phase": "Running", "startTime": "2026-03-02T11:00:00Z"}
    return manifest


def node(
    name: str, type: Manifest, *, zone: str = "a", capacity_type: str = "on-demand", pool: str = "default"
) -> list[Manifest]:
    """A node of a type with its NodeClaim, empty or not for long enough to be consolidated."""
    labels = {
        "karpenter.sh/nodepool": pool,
        "kubernetes.io/hostname": name,
        INSTANCE_TYPE: type["name"],
        ZONE: zone,
        CAPACITY_TYPE: capacity_type,
        "karpenter.sh/registered": "true",
        "karpenter.sh/initialized": "true",
    }
    kinds = ("Launched", "Registered", "Initialized", "Consolidatable")
    since = "2026-03-01T12:00:00Z"
    claim = {
        "apiVersion": "karpenter.sh/v1",
        "kind": "NodeClaim",
        "metadata": {"name": f"nc-{name}", "labels": labels, "creationTimestamp": since},
        "spec": {"nodeClassRef": CLASS},
        "status": {
            "providerID": name,
            "conditions": [{"type": k, "status": "True", "lastTransitionTime": since} for k in kinds],
        },
    }
    status = {
        "capacity": type["capacity"],
        "allocatable": type["capacity"],
        "conditions": [{"type": "Ready", "status": "True"}],
    }
    return [
        claim,
        {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": name, "labels": labels},
            "spec": {"providerID": name},
            "status": status,
        },
    ]


def scenario(*objects: Manifest, types: Iterable[Manifest] = (), **keys: Any) -> Scenario:
    """A scenario of these objects, all NodePools with these types; `options` and the like are keys of it."""
    return read_scenario({"now": NOW, "objects": list(objects), "instanceTypes": list(types), **keys})


def provisioned(*objects: Manifest, types: Iterable[Manifest], **keys: Any) -> Results:
    results = schedule(scenario(*objects, types=types, **keys).cluster, Recorder())
    assert results is not None
    return results


def placed(results: Results) -> dict[str, list[str]]:
    """The pods of each new NodeClaim or node, by its cheapest type or its name; equal ones are numbered."""
    found: dict[str, list[str]] = {}
    for claim in results.new_nodeclaims:
        name = claim.instance_types[0].name
        found[name if name not in found else f"{name} {len(found)}"] = [pod.name for pod in claim.pods]
    for existing in results.existing_nodes:
        if existing.pods:
            found[existing.state.name] = [pod.name for pod in existing.pods]
    return found


def errors(results: Results) -> dict[str, str]:
    return {pod.name: str(error) for pod, error in results.pod_errors.items()}
