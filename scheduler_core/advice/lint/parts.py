"""Manifests that are no whole objects: a tool completes them before the API server sees them."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source import value_at

_DIRECTIVE = "$patch"  # of strategic merge patches
_SELECTING = ("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController")


def is_part(manifest: Manifest) -> bool:
    """Return whether a manifest is a patch or a template of a tool.

    It has a directive of a patch, or it is a workload without a selector whose template lacks labels, containers or an
    image, or a pod without a name and without containers.
    """
    if _has_directive(manifest):
        return True
    spec = value_at(manifest, ("spec",)) or {}
    if not isinstance(spec, dict):
        return False
    if kind_of(manifest) == "Pod":
        metadata = manifest.get("metadata") or {}
        is_named = isinstance(metadata, dict) and ("name" in metadata or "generateName" in metadata)
        return not is_named and not spec.get("containers")
    if kind_of(manifest) not in _SELECTING or spec.get("selector"):
        return False
    containers = value_at(spec, ("template", "spec", "containers"))
    has_images = isinstance(containers, list) and all(
        isinstance(container, dict) and container.get("image") for container in containers
    )
    return not has_images or not value_at(spec, ("template", "metadata", "labels"))


def _has_directive(value: object) -> bool:
    if isinstance(value, dict):
        return _DIRECTIVE in value or any(_has_directive(child) for child in value.values())
    return isinstance(value, list) and any(_has_directive(child) for child in value)
