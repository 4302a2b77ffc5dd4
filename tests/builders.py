"""Manifests for tests, in few words: make_node("a1", zone="a"), make_pod("p", app="web", spread=[spread("zone")])."""

from __future__ import annotations

from typing import Any

Manifest = dict[str, Any]


def make_node(
    name: str,
    *,
    cpu: str = "4",
    memory: str = "8Gi",
    pods: str = "110",
    taints: list[Manifest] | None = None,
    unschedulable: bool = False,
    **labels: str,
) -> Manifest:
    """A node with `kubernetes.io/hostname` and these labels."""
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name, **labels}},
        "spec": {"taints": taints or [], "unschedulable": unschedulable},
        "status": {"allocatable": {"cpu": cpu, "memory": memory, "pods": pods}},
    }


def make_pod(
    name: str,
    *,
    node: str | None = None,
    namespace: str = "default",
    requests: dict[str, str] | None = None,
    priority: int | None = None,
    spread: list[Manifest] | None = None,
    affinity: Manifest | None = None,
    terminating: bool = False,
    **labels: str,
) -> Manifest:
    """A pod with one container; it runs on `node` if one is given."""
    spec: Manifest = {
        "containers": [{"name": "c", "image": "app:1", "resources": {"requests": requests or {}}}]
    }
    metadata: Manifest = {"name": name, "namespace": namespace, "labels": labels}
    if node is not None:
        spec["nodeName"] = node
    if priority is not None:
        spec["priority"] = priority
    if spread:
        spec["topologySpreadConstraints"] = spread
    if affinity:
        spec["affinity"] = affinity
    if terminating:
        metadata["deletionTimestamp"] = "2025-01-01T00:00:00Z"
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}


def make_deployment(
    name: str,
    replicas: int,
    pod: Manifest | None = None,
    *,
    namespace: str | None = None,
    labels: Manifest | None = None,
    strategy: Manifest | None = None,
) -> Manifest:
    """A Deployment; `pod` are fields of its pods' spec, whose label is app=`name` unless there are other `labels`."""
    labels = labels or {"app": name}
    template = {"containers": [{"name": "c", "image": "app:1"}], **(pod or {})}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name} | ({"namespace": namespace} if namespace else {}),
        "spec": {
            "replicas": replicas,
            "selector": {"matchLabels": labels},
            **({"strategy": strategy} if strategy else {}),
            "template": {"metadata": {"labels": labels}, "spec": template},
        },
    }


def spread(key: str, *, max_skew: int = 1, soft: bool = False, **options: Any) -> Manifest:
    """A topology spread constraint over the pods with app=web; `options` are further fields."""
    return {
        "maxSkew": max_skew,
        "topologyKey": key,
        "whenUnsatisfiable": "ScheduleAnyway" if soft else "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": "web"}},
        **options,
    }


def affinity(key: str, *, anti: bool = False, weight: int | None = None, **labels: str) -> Manifest:
    """Inter-pod (anti-)affinity with one term; preferred when it has a weight."""
    term = {"topologyKey": key, "labelSelector": {"matchLabels": labels}}
    kind = "podAntiAffinity" if anti else "podAffinity"
    if weight is None:
        return {kind: {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    preferred = {"weight": weight, "podAffinityTerm": term}
    return {kind: {"preferredDuringSchedulingIgnoredDuringExecution": [preferred]}}


def make_service(name: str, **selector: str) -> Manifest:
    """A Service that selects pods by these labels."""
    metadata = {"name": name, "namespace": "default"}
    return {"apiVersion": "v1", "kind": "Service", "metadata": metadata, "spec": {"selector": selector}}


def make_namespace(name: str, **labels: str) -> Manifest:
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}


def with_labels(manifest: Manifest, labels: dict[str, str]) -> Manifest:
    """The object with further labels, for keys that are no Python names."""
    metadata = manifest["metadata"]
    return {**manifest, "metadata": {**metadata, "labels": {**metadata["labels"], **labels}}}


def with_spec(pod: Manifest, **fields: Any) -> Manifest:
    """The pod with further fields in its spec."""
    return {**pod, "spec": {**pod["spec"], **fields}}


def with_status(manifest: Manifest, **fields: Any) -> Manifest:
    """The object with further fields in its status."""
    return {**manifest, "status": {**manifest.get("status", {}), **fields}}
