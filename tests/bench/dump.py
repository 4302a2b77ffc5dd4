"""A cluster as `kubectl get nodes,pods -A -o json --show-managed-fields` prints it.

Most of what an API server says is of no use to a scheduler, and much of it differs between replicas: it is here because
it has to be read over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

APPS = 50
_NAME, _NODE, _TOKEN, _ID, _TIME = "@name@", "@node@", "@token@", "@id@", "@time@"
_SINCE = "2025-01-01T00:00:00Z"


def write_dump(path: Path, *, nodes: int, pods: int) -> None:
    """Nodes and running pods of 50 ReplicaSets, indented by four as kubectl does."""
    with path.open("w", encoding="utf-8") as file:
        file.write('{\n    "apiVersion": "v1",\n    "items": [\n')
        _write(file, _nodes(nodes), last=False)
        _write(file, _pods(pods, nodes), last=True)
        file.write(
            '    ],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n'
        )


def _write(file: TextIO, items: Iterator[str], *, last: bool) -> None:
    before = ""
    for item in items:
        file.write(before + item)
        before = ",\n"
    file.write("\n" if last else ",\n")


def _nodes(count: int) -> Iterator[str]:
    zones = [_indented(_node(f"zone-{i}")) for i in range(3)]
    for i in range(count):
        yield zones[i % 3].replace(_NAME, f"node-{i:05d}").replace(_ID, f"{i:012d}")


def _pods(count: int, nodes: int) -> Iterator[str]:
    apps = [_indented(_pod(f"app-{i}")) for i in range(APPS)]
    for i in range(count):
        token = f"{i * 7919 % 16**5:05x}"
        text = apps[i % APPS].replace(_TOKEN, token).replace(_NODE, f"node-{i % nodes:05d}")
        yield text.replace(_ID, f"{i:012d}").replace(_TIME, f"2025-01-01T{i % 24:02d}:{i % 60:02d}:00Z")


def _indented(manifest: dict[str, Any]) -> str:
    return "\n".join(" " * 8 + line for line in json.dumps(manifest, indent=4).splitlines())


def _managed(manager: str, fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "apiVersion": "v1",
        "fieldsType": "FieldsV1",
        "fieldsV1": fields,
        "manager": manager,
        "operation": "Update",
        "time": _SINCE,
    }


def _of(*names: str) -> dict[str, Any]:
    return {f"f:{name}": {} for name in names}


def _node(zone: str) -> dict[str, Any]:
    labels = {
        "beta.kubernetes.io/arch": "amd64",
        "kubernetes.io/arch": "amd64",
        "kubernetes.io/hostname": _NAME,
        "kubernetes.io/os": "linux",
        "node.kubernetes.io/instance-type": "m6i.2xlarge",
        "topology.kubernetes.io/region": "region-1",
        "topology.kubernetes.io/zone": zone,
    }
    amounts = {
        "cpu": "8",
        "ephemeral-storage": "100Gi",
        "hugepages-2Mi": "0",
        "memory": "32Gi",
        "pods": "110",
    }
    conditions = ("MemoryPressure", "DiskPressure", "PIDPressure", "Ready")
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "annotations": {"volumes.kubernetes.io/controller-managed-attach-detach": "true"},
            "creationTimestamp": _SINCE,
            "labels": labels,
            "managedFields": [
                _managed("kubelet", {"f:metadata": {"f:labels": _of(*labels)}}),
                _managed("kubelet", {"f:status": _of("allocatable", "capacity", "conditions", "images")}),
            ],
            "name": _NAME,
            "resourceVersion": _ID,
            "uid": f"00000000-0000-4000-8000-{_ID}",
        },
        "spec": {"podCIDR": "10.0.0.0/24", "podCIDRs": ["10.0.0.0/24"], "providerID": f"cloud:///{_NAME}"},
        "status": {
            "addresses": [{"address": _NAME, "type": "Hostname"}],
            "allocatable": amounts,
            "capacity": amounts,
            "conditions": [
                {
                    "lastHeartbeatTime": _SINCE,
                    "lastTransitionTime": _SINCE,
                    "message": "kubelet reports so",
                    "reason": f"Kubelet{kind}",
                    "status": str(kind == "Ready"),
                    "type": kind,
                }
                for kind in conditions
            ],
            "daemonEndpoints": {"kubeletEndpoint": {"Port": 10250}},
            "images": [
                {
                    "names": [
                        f"registry.example.com/image-{i}@sha256:{i:064x}",
                        f"registry.example.com/image-{i}:v1",
                    ],
                    "sizeBytes": i * 10_000_000,
                }
                for i in range(1, 21)
            ],
            "nodeInfo": {"architecture": "amd64", "kubeletVersion": "v1.34.1", "operatingSystem": "linux"},
        },
    }


def _pod(app: str) -> dict[str, Any]:
    token, image = f"kube-api-access-{_TOKEN}", f"registry.example.com/{app}:1"
    requests = {"cpu": "100m", "memory": "256Mi"}
    conditions = ("PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled")
    tolerations = [
        {
            "effect": "NoExecute",
            "key": f"node.kubernetes.io/{key}",
            "operator": "Exists",
            "tolerationSeconds": 300,
        }
        for key in ("not-ready", "unreachable")
    ]
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "creationTimestamp": _TIME,
            "generateName": f"{app}-7c9d8f6b5-",
            "labels": {"app": app, "pod-template-hash": "7c9d8f6b5"},
            "managedFields": [
                _managed(
                    "kube-controller-manager",
                    {
                        "f:metadata": _of("generateName", "labels", "ownerReferences"),
                        "f:spec": {
                            "f:containers": {'k:{"name":"main"}': _of("image", "name", "ports", "resources")},
                            **_of("dnsPolicy", "restartPolicy", "schedulerName", "securityContext"),
                        },
                    },
                ),
                _managed(
                    "kubelet",
                    {"f:status": _of("conditions", "containerStatuses", "hostIP", "phase", "podIP")},
                ),
            ],
            "name": f"{app}-7c9d8f6b5-{_ID}",
            "namespace": "default",
            "ownerReferences": [
                {
                    "apiVersion": "apps/v1",
                    "blockOwnerDeletion": True,
                    "controller": True,
                    "kind": "ReplicaSet",
                    "name": f"{app}-7c9d8f6b5",
                    "uid": f"00000000-0000-4000-8000-{app}",
                }
            ],
            "resourceVersion": _ID,
            "uid": f"00000000-0000-4000-9000-{_ID}",
        },
        "spec": {
            "containers": [
                {
                    "image": image,
                    "imagePullPolicy": "IfNotPresent",
                    "name": "main",
                    "ports": [{"containerPort": 8080, "protocol": "TCP"}],
                    "resources": {"limits": requests, "requests": requests},
                    "terminationMessagePath": "/dev/termination-log",
                    "terminationMessagePolicy": "File",
                    "volumeMounts": [
                        {
                            "mountPath": "/var/run/secrets/kubernetes.io/serviceaccount",
                            "name": token,
                            "readOnly": True,
                        }
                    ],
                }
            ],
            "dnsPolicy": "ClusterFirst",
            "enableServiceLinks": True,
            "nodeName": _NODE,
            "preemptionPolicy": "PreemptLowerPriority",
            "priority": 0,
            "restartPolicy": "Always",
            "schedulerName": "default-scheduler",
            "securityContext": {},
            "serviceAccount": "default",
            "serviceAccountName": "default",
            "terminationGracePeriodSeconds": 30,
            "tolerations": tolerations,
            "volumes": [
                {
                    "name": token,
                    "projected": {
                        "defaultMode": 420,
                        "sources": [
                            {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}},
                            {
                                "configMap": {
                                    "items": [{"key": "ca.crt", "path": "ca.crt"}],
                                    "name": "kube-root-ca.crt",
                                }
                            },
                        ],
                    },
                }
            ],
        },
        "status": {
            "conditions": [
                {"lastProbeTime": None, "lastTransitionTime": _TIME, "status": "True", "type": kind}
                for kind in conditions
            ],
            "containerStatuses": [
                {
                    "allocatedResources": requests,
                    "containerID": f"containerd://{_ID}",
                    "image": image,
                    "imageID": f"{image}@sha256:{0:064x}",
                    "lastState": {},
                    "name": "main",
                    "ready": True,
                    "resources": {"limits": requests, "requests": requests},
                    "restartCount": 0,
                    "started": True,
                    "state": {"running": {"startedAt": _TIME}},
                }
            ],
            "hostIP": "10.0.0.1",
            "phase": "Running",
            "podIP": "10.1.0.1",
            "qosClass": "Guaranteed",
            "startTime": _TIME,
        },
    }
