"""Workloads that the input lacks: a dump of nodes and pods tells them by the owners and templates of the pods.

They act on the pods as controllers; the scheduler does not list them, as it does not in a run of the same input.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from scheduler_core.controlplane.workloads.names import uid_of
from scheduler_core.controlplane.workloads.pods import (
    TEMPLATE_HASH_LABEL,
    controller_of,
    is_active,
    labels_of,
    namespace_of,
)
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest

from .played_pod import owner_key

_TOKENS = "kube-api-access-"
# What a pod has of its own, and its template does not say.
_OWN_FIELDS = ("nodeName", "hostname")


def assumed_workloads(stored: Mapping[str, Manifest]) -> dict[str, Manifest]:
    """Return the ReplicaSets and Deployments above stored pods that are not stored, by "Kind namespace/name"."""
    pods: dict[str, list[Manifest]] = defaultdict(list)
    for manifest in stored.values():
        owner = owner_key(manifest) if kind_of(manifest) == "Pod" and is_active(manifest) else ""
        if owner.startswith("ReplicaSet ") and owner not in stored:
            pods[owner].append(manifest)
    replica_sets = {key: _replica_set(owned) for key, owned in pods.items()}
    deployments: dict[str, Manifest] = {}
    every = {key: m for key, m in stored.items() if kind_of(m) == "ReplicaSet"} | replica_sets
    for replica_set in sorted(every.values(), key=_age):
        deployment = owner_key(replica_set)
        if deployment.startswith("Deployment ") and deployment not in stored:
            deployments[deployment] = _deployment(replica_set, deployments.get(deployment))
    return {**replica_sets, **deployments}


def _age(replica_set: Manifest) -> str:
    return str(mapping(replica_set, "metadata").get("creationTimestamp") or "")


def _replica_set(pods: list[Manifest]) -> Manifest:
    """Return the ReplicaSet of pods, as it has to be if they are all that it has."""
    newest = max(pods, key=_age)
    owner = controller_of(newest) or {}
    namespace, name, labels = namespace_of(newest), str(owner.get("name")), labels_of(newest)
    pod_hash = labels.get(TEMPLATE_HASH_LABEL, "")
    meta: Manifest = {
        "name": name,
        "namespace": namespace,
        "uid": owner.get("uid") or uid_of("ReplicaSet", namespace, name),
        "labels": labels,
        "creationTimestamp": _age(newest),
    }
    if pod_hash and name.endswith(f"-{pod_hash}"):
        deployment = name.removesuffix(f"-{pod_hash}")
        meta["ownerReferences"] = [
            {
                "apiVersion": "apps/v1",
                "kind": "Deployment",
                "name": deployment,
                "uid": uid_of("Deployment", namespace, deployment),
                "controller": True,
            }
        ]
    return {
        "apiVersion": "apps/v1",
        "kind": "ReplicaSet",
        "metadata": meta,
        "spec": {
            "replicas": len(pods),
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": _template_spec(newest)},
        },
    }


def _template_spec(pod: Manifest) -> Manifest:
    """Return a pod's spec without what the scheduler and the API server have added."""
    spec = {key: value for key, value in mapping(pod, "spec").items() if key not in _OWN_FIELDS}
    volumes: Any = spec.get("volumes")
    if isinstance(volumes, list):
        spec["volumes"] = [v for v in volumes if not str(mapping(v).get("name")).startswith(_TOKENS)]
    return spec


def _deployment(replica_set: Manifest, former: Manifest | None) -> Manifest:
    """Return the Deployment of a ReplicaSet and of those that are older (`former`)."""
    spec = mapping(replica_set, "spec")
    template = mapping(spec, "template")
    labels = {k: v for k, v in mapping(template, "metadata", "labels").items() if k != TEMPLATE_HASH_LABEL}
    replicas = spec.get("replicas", 1) + (mapping(former, "spec").get("replicas", 0) if former else 0)
    owner = controller_of(replica_set) or {}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {
            "name": owner.get("name"),
            "namespace": namespace_of(replica_set),
            "uid": owner.get("uid"),
            "labels": labels,
        },
        "spec": {
            "replicas": replicas,
            "selector": {"matchLabels": labels},
            "template": {**template, "metadata": {**mapping(template, "metadata"), "labels": labels}},
        },
    }
