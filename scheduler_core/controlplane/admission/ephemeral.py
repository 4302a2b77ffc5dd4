"""The claims that the ephemeral volume controller creates for pods.

Mirrors pkg/controller/volume/ephemeral/controller.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from scheduler_core.controlplane.workloads.names import uid_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest

from .request import AdmissionRequest


def missing_claims(pod: AdmissionRequest, existing: Container[tuple[str, str]]) -> Iterator[Manifest]:
    """Yield the claims of the pod's ephemeral volumes that are not among `existing` (namespace and name)."""
    if pod.finished or pod.part("metadata").get("deletionTimestamp") is not None:
        return
    for volume in pod.mappings("spec", "volumes"):
        template = mapping(volume, "ephemeral", "volumeClaimTemplate")
        name = f"{pod.name}-{volume.get('name')}"
        if template and (pod.namespace, name) not in existing:
            yield _claim(pod, name, template)


def _claim(pod: AdmissionRequest, name: str, template: Manifest) -> Manifest:
    owner = {
        "apiVersion": "v1",
        "kind": "Pod",
        "name": pod.name,
        "uid": pod.part("metadata").get("uid") or "",
        "controller": True,
        "blockOwnerDeletion": True,
    }
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {
            **mapping(template, "metadata"),
            "name": name,
            "namespace": pod.namespace,
            "uid": uid_of("PersistentVolumeClaim", pod.namespace, name),
            "ownerReferences": [owner],
        },
        "spec": template.get("spec"),
        "status": {"phase": "Pending"},
    }
