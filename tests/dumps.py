"""Objects as a real API server hands them out: with managed fields, statuses, secrets in the environment."""

from __future__ import annotations

import uuid
from typing import Any

Manifest = dict[str, Any]

PASSWORD = "correct-horse-battery"


def dumped_node(name: str, *, zone: str = "a") -> Manifest:
    labels = {
        "beta.kubernetes.io/arch": "amd64",
        "kubernetes.io/arch": "amd64",
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": "linux",
        "node.kubernetes.io/instance-type": "m5.xlarge",
        "topology.kubernetes.io/region": "eu-west-1",
        "topology.kubernetes.io/zone": f"eu-west-1{zone}",
    }
    amounts = {"cpu": "3920m", "ephemeral-storage": "95551679124", "memory": "15147940Ki", "pods": "58"}
    return {
        "metadata": _metadata("Node", name, labels=labels, annotations={"node.alpha.kubernetes.io/ttl": "0"}),
        "spec": {"podCIDR": "10.1.0.0/24", "providerID": f"aws:///eu-west-1{zone}/i-0{name}"},
        "status": {
            "addresses": [{"address": "10.0.0.7", "type": "InternalIP"}],
            "allocatable": amounts,
            "capacity": {**amounts, "cpu": "4", "memory": "16Gi"},
            "conditions": [{"type": "Ready", "status": "True", "lastHeartbeatTime": "2025-06-01T10:00:00Z"}],
            "images": [{"names": ["registry.example.com/shop:1.2"], "sizeBytes": 123456789}],
            "nodeInfo": {"kubeletVersion": "v1.34.1", "osImage": "Bottlerocket OS"},
        },
    }


def dumped_pod(name: str, *, on: str | None = None, app: str = "web", namespace: str = "shop") -> Manifest:
    """A pod that spreads over zones; without a node it waits."""
    owner = {
        "apiVersion": "apps/v1",
        "kind": "StatefulSet",
        "name": app,
        "uid": _uid(app),
        "controller": True,
    }
    spec: Manifest = {
        "containers": [
            {
                "name": app,
                "image": "registry.example.com/shop:1.2",
                "imagePullPolicy": "IfNotPresent",
                "args": ["--verbose"],
                "env": [{"name": "DATABASE_PASSWORD", "value": PASSWORD}],
                "resources": {"requests": {"cpu": "100m", "memory": "128Mi"}},
                "volumeMounts": [{"name": "token", "mountPath": "/var/run/secrets"}],
            }
        ],
        "priority": 0,
        "schedulerName": "default-scheduler",
        "serviceAccountName": app,
        "tolerations": [
            {"effect": "NoExecute", "key": "node.kubernetes.io/not-ready", "operator": "Exists"},
        ],
        "topologySpreadConstraints": [
            {
                "labelSelector": {"matchLabels": {"app": app}},
                "maxSkew": 1,
                "topologyKey": "topology.kubernetes.io/zone",
                "whenUnsatisfiable": "DoNotSchedule",
            }
        ],
        "volumes": [{"name": "token", "projected": {"sources": [{"secret": {"name": f"{app}-secret"}}]}}],
    }
    status: Manifest = {"phase": "Pending", "qosClass": "Burstable"}
    if on is not None:
        spec["nodeName"] = on
        status = {
            "phase": "Running",
            "podIP": "10.1.0.9",
            "startTime": "2025-06-01T10:00:00Z",
            "conditions": [{"type": "Ready", "status": "True"}],
            "containerStatuses": [{"name": app, "ready": True, "containerID": "containerd://0"}],
        }
    metadata = _metadata(
        "Pod",
        name,
        namespace=namespace,
        labels={"app": app, "statefulset.kubernetes.io/pod-name": name},
        annotations={"example.com/contact": "somebody@example.com"},
        ownerReferences=[owner],
    )
    return {"metadata": metadata, "spec": spec, "status": status}


def kubectl_list(nodes: int, pods: int, waiting: int) -> Manifest:
    """`kubectl get nodes,pods,secrets -A -o json` of a cluster with three zones."""
    names = [f"ip-10-0-{i // 200}-{i % 200}.eu-west-1.compute.internal" for i in range(nodes)]
    items = [
        {"apiVersion": "v1", "kind": "Node", **dumped_node(n, zone="abc"[i % 3])} for i, n in enumerate(names)
    ]
    running = [dumped_pod(f"web-{i}", on=names[i % nodes]) for i in range(pods)]
    pending = [dumped_pod(f"web-{pods + i}") for i in range(waiting)]
    items += [{"apiVersion": "v1", "kind": "Pod", **pod} for pod in (*running, *pending)]
    items.append({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "web"}, "data": {"p": PASSWORD}})
    return {"apiVersion": "v1", "kind": "List", "items": items, "metadata": {"resourceVersion": ""}}


def _metadata(kind: str, name: str, **fields: Any) -> Manifest:
    return {
        "name": name,
        "uid": _uid(f"{kind}/{name}"),
        "resourceVersion": "4711",
        "creationTimestamp": "2025-06-01T09:59:00Z",
        "managedFields": [
            {
                "apiVersion": "v1",
                "fieldsType": "FieldsV1",
                "fieldsV1": {
                    "f:metadata": {"f:labels": {".": {}, "f:app": {}}},
                    "f:spec": {"f:nodeName": {}},
                },
                "manager": "kube-controller-manager",
                "operation": "Update",
                "time": "2025-06-01T09:59:00Z",
            }
        ],
        **fields,
    }


def _uid(name: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, name))
