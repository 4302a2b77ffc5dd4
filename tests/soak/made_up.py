"""Nodes and pods of a made-up cluster."""

from __future__ import annotations

import copy
from typing import Any


def node(number: int) -> dict[str, Any]:
    name, zone = f"ip-10-0-{number // 250}-{number % 250}.eu-west-1.compute.internal", "abc"[number % 3]
    labels = {
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": "linux",
        "topology.kubernetes.io/zone": f"eu-west-1{zone}",
        "eks.amazonaws.com/nodegroup": ("general", "memory", "spot")[number % 3],
        "node.kubernetes.io/instance-type": "m6i.4xlarge",
    }
    amounts = {"cpu": "16", "memory": "64Gi", "pods": "110", "ephemeral-storage": "100Gi"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": labels, "uid": f"node-{number}"},
        "status": {"capacity": amounts, "allocatable": amounts},
    }


def pod(number: int, node_name: str = "") -> dict[str, Any]:
    app = f"app-{number % 200}"
    container = {
        "name": "main",
        "image": f"registry.example/{app}:1.{number % 7}",
        "resources": {"requests": {"cpu": "250m", "memory": "512Mi"}, "limits": {"memory": "1Gi"}},
    }
    spread = {
        "maxSkew": 1,
        "topologyKey": "topology.kubernetes.io/zone",
        "whenUnsatisfiable": "ScheduleAnyway",
        "labelSelector": {"matchLabels": {"app": app}},
    }
    owner = {
        "apiVersion": "apps/v1",
        "kind": "ReplicaSet",
        "name": f"{app}-7d9c",
        "uid": app,
        "controller": True,
    }
    made: dict[str, Any] = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": f"{app}-7d9c-{number:06}",
            "namespace": f"team-{number % 20}",
            "labels": {"app": app, "pod-template-hash": "7d9c"},
            "uid": f"pod-{number}",
            "ownerReferences": [owner],
            "creationTimestamp": "2027-01-15T08:00:00Z",
        },
        "spec": {
            "containers": [container],
            "priority": 0,
            "schedulerName": "default-scheduler",
            "tolerations": [
                {"key": f"node.kubernetes.io/{key}", "operator": "Exists", "effect": "NoExecute"}
                for key in ("not-ready", "unreachable")
            ],
            "topologySpreadConstraints": [spread] if number % 3 == 0 else [],
        },
        "status": {"phase": "Pending"},
    }
    return placed(made, node_name) if node_name else made


def placed(manifest: dict[str, Any], node_name: str) -> dict[str, Any]:
    made = copy.deepcopy(manifest)
    made["spec"]["nodeName"] = node_name
    made["status"] = {"phase": "Running", "startTime": "2027-01-15T08:00:02Z"}
    return made


def as_served(manifest: dict[str, Any], version: int) -> dict[str, Any]:
    """Return an object with what an API server adds and following does not keep."""
    owned: dict[str, Any] = {
        "f:metadata": {"f:labels": {f"f:label-{n}": {} for n in range(20)}},
        "f:spec": {},
    }
    managed = [
        {"manager": name, "operation": "Update", "apiVersion": "v1", "fieldsV1": owned}
        for name in ("kubelet", "kube-controller-manager", "kubectl")
    ]
    meta = {**manifest["metadata"], "resourceVersion": str(version), "managedFields": managed}
    return {**manifest, "metadata": meta}
