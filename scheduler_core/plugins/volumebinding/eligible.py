"""The nodes that bound local volumes name.

Mirrors GetEligibleNodes of binder.go and GetLocalPersistentVolumeNodeNames of pkg/volume/util @ v1.30.1.
"""

from __future__ import annotations

from scheduler_core.objects.node import HOSTNAME
from scheduler_core.objects.selectors import NodeSelectorTerm
from scheduler_core.objects.storage import PersistentVolume, PersistentVolumeClaim, Storage


def eligible_nodes(bound: list[PersistentVolumeClaim], storage: Storage) -> frozenset[str] | None:
    """The nodes that all bound volumes with a host name affinity share; None when none has one, or one is missing."""
    eligible: frozenset[str] | None = None
    for claim in bound:
        volume = storage.volumes.get(claim.volume_name)
        if volume is None:
            return None
        if named := _named(volume):
            eligible = named if eligible is None else eligible & named
    return eligible


def _named(volume: PersistentVolume) -> frozenset[str]:
    terms = volume.node_affinity.terms if volume.node_affinity else ()
    return frozenset().union(*(_hosts(term) for term in terms))


def _hosts(term: NodeSelectorTerm) -> frozenset[str]:
    listed = [frozenset(r.values) for r in term.expressions if r.key == HOSTNAME and r.operator == "In"]
    return frozenset.intersection(*listed) if listed else frozenset()
