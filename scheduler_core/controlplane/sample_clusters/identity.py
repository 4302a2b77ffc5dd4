"""What makes two manifests the same object: kind, namespace and name."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest

Identity = tuple[str, str, str]
"""Kind, namespace and name; the namespace is empty for kinds that have none."""

_CLUSTER_WIDE = frozenset(
    (
        "CSIDriver",
        "CSINode",
        "Namespace",
        "Node",
        "PersistentVolume",
        "PriorityClass",
        "RuntimeClass",
        "StorageClass",
        "VolumeAttachment",
    )
)


def identity_of(manifest: Manifest) -> Identity:
    """Return the identity of a manifest; its parts are empty where the manifest lacks them."""
    kind, metadata = kind_of(manifest), manifest.get("metadata")
    name = str(metadata.get("name") or "") if isinstance(metadata, dict) else ""
    return kind, "" if kind in _CLUSTER_WIDE else namespace_of(manifest), name


def namespace_of(manifest: Manifest) -> str:
    """Return the namespace of a namespaced manifest."""
    metadata = manifest.get("metadata")
    return str((isinstance(metadata, dict) and metadata.get("namespace")) or "default")
