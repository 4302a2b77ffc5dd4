"""What a cluster has without saying so: namespaces with their own label, nodes that are ready."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scheduler_core.controlplane.workloads.pods import namespace_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest

_NAME = "kubernetes.io/metadata.name"
_READY = {"type": "Ready", "status": "True"}


def with_assumptions(manifest: Manifest) -> Manifest:
    """Return a Node that says whether it is ready, and a Namespace with its own name as a label; others as they are."""
    kind = kind_of(manifest)
    if kind == "Node" and not mapping(manifest, "status").get("conditions"):
        return {**manifest, "status": {**mapping(manifest, "status"), "conditions": [_READY]}}
    if kind == "Namespace":
        return _namespace(manifest)
    return manifest


def missing_namespaces(manifests: Iterable[Manifest]) -> Iterator[Manifest]:
    """Yield the namespaces of Workloads and LocalQueues that the input lacks."""
    listed = list(manifests)
    known = {str(mapping(m, "metadata").get("name")) for m in listed if kind_of(m) == "Namespace"}
    used = {namespace_of(m): None for m in listed if kind_of(m) in ("Workload", "LocalQueue")}
    for name in used:
        if name not in known:
            yield _namespace({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}})


def _namespace(manifest: Manifest) -> Manifest:
    meta = mapping(manifest, "metadata")
    return {
        **manifest,
        "metadata": {**meta, "labels": {_NAME: str(meta.get("name")), **mapping(meta, "labels")}},
    }
