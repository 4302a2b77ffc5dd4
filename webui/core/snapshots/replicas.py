"""Pods of workloads from one snapshot to another: the same replica by owner and ordinal.

Their names have a hash of the template, so that every edit of a template renames all pods.
"""

from __future__ import annotations

from webui.core.snapshots.models import Snapshot


def matching_names(snapshot: Snapshot, other: Snapshot) -> dict[str, str]:
    """Return the names in `other` of the pods that workloads create in `snapshot`, where they differ."""
    if snapshot.pk == other.pk or not (_has_workloads(snapshot) and _has_workloads(other)):
        return {}
    pods, others = (compared.scenario().objects.expanded for compared in (snapshot, other))
    pairs = [pair for owner in pods for pair in zip(pods[owner], others.get(owner, ()), strict=False)]
    taken = {name for names in pods.values() for name in names}
    return {name: matching for name, matching in pairs if name != matching and matching not in taken}


def _has_workloads(snapshot: Snapshot) -> bool:
    return any(
        isinstance(spec := manifest.get("spec"), dict) and "template" in spec
        for manifest in snapshot.content["objects"]
    )
