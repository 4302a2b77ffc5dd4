"""The objects that a workload names and its input lacks, and what is put in their place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest

from .contract import AssumedKind, Assumption
from .identity import Identity, namespace_of

_BUILT_IN = ("default", "kube-node-lease", "kube-public", "kube-system")  # namespaces
_BUILT_IN_PRIORITIES = ("system-cluster-critical", "system-node-critical")

_LINES: dict[AssumedKind, str] = {
    "Namespace": "Namespace {} exists and has no labels",
    "PersistentVolumeClaim": "PersistentVolumeClaim {} requests 1Gi of the default StorageClass",
    "PriorityClass": "PriorityClass {} has the value 0",
    "RuntimeClass": "RuntimeClass {} adds no overhead",
    "StorageClass": "StorageClass {} creates a volume where its first pod is placed",
}


def assumption_line(assumption: Assumption) -> str:
    """Return an assumption as a sentence without a full stop."""
    return _LINES[assumption["kind"]].format(assumption["name"])


def missing_objects(manifests: Iterable[Any], existing: Collection[Identity]) -> dict[Identity, Manifest]:
    """Return the objects that the manifests name and that do not exist, by identity, as they are assumed."""
    missing: dict[Identity, Manifest] = {}
    for manifest in manifests:
        if not isinstance(manifest, dict):
            continue
        for kind, name in _named_objects(manifest):
            identity = (kind, namespace_of(manifest) if kind == "PersistentVolumeClaim" else "", name)
            if identity not in existing:
                missing[identity] = _assumed(identity)
    return missing


def assumption_of(identity: Identity) -> Assumption:
    """Return the assumption that an object of this identity exists."""
    kind, namespace, name = identity
    return {"kind": _assumed_kind(kind), "name": f"{namespace}/{name}" if namespace else name}


def _assumed_kind(kind: str) -> AssumedKind:
    return next(line for line in _LINES if line == kind)


def _named_objects(manifest: Manifest) -> Iterator[tuple[AssumedKind, str]]:
    """Yield kind and name of each object that the manifest needs."""
    metadata = manifest.get("metadata")
    namespace = metadata.get("namespace") if isinstance(metadata, dict) else None
    if isinstance(namespace, str) and namespace and namespace not in _BUILT_IN:
        yield "Namespace", namespace
    if kind_of(manifest) == "PersistentVolume":
        return
    for mapping in _mappings(manifest):
        if name := _text(mapping, "storageClassName"):
            yield "StorageClass", name
        if isinstance(mapping.get("containers"), list):
            yield from _needs_of_pod(mapping)


def _needs_of_pod(spec: Manifest) -> Iterator[tuple[AssumedKind, str]]:
    priority = _text(spec, "priorityClassName")
    if priority and priority not in _BUILT_IN_PRIORITIES:
        yield "PriorityClass", priority
    if runtime := _text(spec, "runtimeClassName"):
        yield "RuntimeClass", runtime
    for volume in _mappings(spec.get("volumes")):
        if name := _text(volume, "claimName"):
            yield "PersistentVolumeClaim", name


def _mappings(value: object) -> Iterator[Manifest]:
    """Yield every mapping in a value, at any depth."""
    if isinstance(value, dict):
        yield value
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _mappings(child)


def _text(mapping: Manifest, key: str) -> str:
    value = mapping.get(key)
    return value if isinstance(value, str) else ""


def _assumed(identity: Identity) -> Manifest:
    """Return the manifest of an object that is assumed to exist."""
    kind, namespace, name = identity
    metadata = {"name": name, **({"namespace": namespace} if namespace else {})}
    match kind:
        case "PriorityClass":
            return {"apiVersion": "scheduling.k8s.io/v1", "kind": kind, "metadata": metadata, "value": 0}
        case "RuntimeClass":
            return {"apiVersion": "node.k8s.io/v1", "kind": kind, "metadata": metadata, "handler": name}
        case "StorageClass":
            return {
                "apiVersion": "storage.k8s.io/v1",
                "kind": kind,
                "metadata": metadata,
                "provisioner": "csi.example.com",
                "volumeBindingMode": "WaitForFirstConsumer",
            }
        case "PersistentVolumeClaim":
            spec = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}
            return {"apiVersion": "v1", "kind": kind, "metadata": metadata, "spec": spec}
        case _:
            return {"apiVersion": "v1", "kind": "Namespace", "metadata": metadata}
