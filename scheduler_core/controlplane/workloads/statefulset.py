"""StatefulSet: numbered pods, each with its own claims.

Mirrors newStatefulSetPod and updateStorage of pkg/controller/statefulset/stateful_set_utils.go @ v1.34.1. All pods
are created at once regardless of podManagementPolicy, since readiness is not part of scheduling.
"""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.kubernetes.objects.parsing import Manifest

from .cluster import Cluster
from .names import template_hash, uid_of
from .pods import pod_of
from .workload import Workload, mapping


def stateful_set(workload: Workload, cluster: Cluster) -> Iterator[Manifest]:
    first = workload.spec.child("ordinals").integer("start", 0)
    cluster.pods.owned(workload)
    present = cluster.pods.names(workload.namespace)
    revision = revision_name(workload)
    for ordinal in range(first, first + workload.spec.integer("replicas", 1)):
        name = f"{workload.name}-{ordinal}"
        if name in present:
            continue
        cluster.reserve_objects(1)
        for claim in new_claims(workload, ordinal, cluster.default_storage_class):
            if (workload.namespace, claim["metadata"]["name"]) not in cluster.claims:
                cluster.reserve_objects(1)
                cluster.claims.add((workload.namespace, claim["metadata"]["name"]))
                yield claim
        yield cluster.pods.add(workload, new_pod(workload, ordinal, revision))


def revision_name(workload: Workload) -> str:
    """Return the name of the revision of the workload's template (ControllerRevision)."""
    return f"{workload.name}-{template_hash(workload.template)}"


def new_pod(workload: Workload, ordinal: int, revision: str) -> Manifest:
    """Return the pod of an ordinal."""
    name = f"{workload.name}-{ordinal}"
    claims = {key: f"{key}-{name}" for key in _claim_templates(workload)}
    labels = {
        "statefulset.kubernetes.io/pod-name": name,
        "apps.kubernetes.io/pod-index": str(ordinal),
        "controller-revision-hash": revision,
    }
    template = {**workload.template, "spec": _pod_spec(workload, name, claims)}
    return pod_of(workload, template, name, labels)


def new_claims(workload: Workload, ordinal: int, default_class: str | None) -> list[Manifest]:
    """Return the claims of an ordinal's pod, unbound; `default_class` is for templates without a StorageClass."""
    return [
        _claim(workload, f"{key}-{workload.name}-{ordinal}", template, default_class)
        for key, template in _claim_templates(workload).items()
    ]


def _claim_templates(workload: Workload) -> dict[str, Manifest]:
    templates = workload.spec.children("volumeClaimTemplates")
    return {t.child("metadata").name("name"): t.value for t in templates}


def _pod_spec(workload: Workload, name: str, claims: dict[str, str]) -> Manifest:
    """Return the template's spec with the pod's host name; a claim replaces a volume of the same name."""
    spec = mapping(workload.template, "spec")
    claim_volumes = [
        {"name": key, "persistentVolumeClaim": {"claimName": claim}} for key, claim in claims.items()
    ]
    listed = spec.get("volumes")
    other_volumes = (
        [v for v in listed if mapping(v).get("name") not in claims] if isinstance(listed, list) else []
    )
    pod_spec: Manifest = {**spec, "hostname": name, "subdomain": workload.spec.text("serviceName")}
    return {**pod_spec, "volumes": [*claim_volumes, *other_volumes]} if claim_volumes else pod_spec


def _claim(workload: Workload, name: str, template: Manifest, default_class: str | None) -> Manifest:
    """Return an unbound claim, with the default StorageClass if the template has none (DefaultStorageClass)."""
    spec = dict(mapping(template, "spec"))
    if spec.get("storageClassName") is None and default_class is not None:
        spec["storageClassName"] = default_class
    match_labels = mapping(workload.manifest, "spec", "selector", "matchLabels")
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {
            **mapping(template, "metadata"),
            "name": name,
            "namespace": workload.namespace,
            "uid": uid_of("PersistentVolumeClaim", workload.namespace, name),
            "labels": {**mapping(template, "metadata", "labels"), **match_labels},
        },
        "spec": spec,
        "status": {"phase": "Pending"},
    }
