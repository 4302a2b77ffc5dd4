"""The export of kube-scheduler-simulator: one mapping with a list of objects per kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .parsing import Manifest

EXPORTED_KINDS = {
    "nodes": ("v1", "Node"),
    "pods": ("v1", "Pod"),
    "pvs": ("v1", "PersistentVolume"),
    "pvcs": ("v1", "PersistentVolumeClaim"),
    "storageClasses": ("storage.k8s.io/v1", "StorageClass"),
    "priorityClasses": ("scheduling.k8s.io/v1", "PriorityClass"),
    "namespaces": ("v1", "Namespace"),
    "schedulerConfig": ("kubescheduler.config.k8s.io/v1", "KubeSchedulerConfiguration"),
}
"""apiVersion and kind of the objects in a field of the export."""


def is_export(value: object) -> bool:
    """Return whether a value is an export: it has no kind, and lists of nodes or pods."""
    return (
        isinstance(value, dict)
        and "kind" not in value
        and any(isinstance(value.get(field), list) for field in ("nodes", "pods"))
    )


def exported_objects(export: Manifest) -> Iterator[Any]:
    """Yield the objects of an export, kind by kind, each with apiVersion and kind."""
    for field, (version, kind) in EXPORTED_KINDS.items():
        value = export.get(field)
        for item in value if isinstance(value, list) else [value] if isinstance(value, dict) else []:
            yield _complete(item, version, kind) if isinstance(item, dict) else item


def _complete(item: Manifest, version: str, kind: str) -> Manifest:
    named = {key: item[key] for key in ("apiVersion", "kind") if item.get(key)}
    return {**item, "apiVersion": version, "kind": kind, **named}
