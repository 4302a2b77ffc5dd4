"""The nodes named by bound local volumes.

Mirrors GetEligibleNodes of binder.go and GetLocalPersistentVolumeNodeNames of pkg/volume/util @ v1.30.1.
"""

from __future__ import annotations

from scheduler_core.kubernetes.objects.node import HOSTNAME
from scheduler_core.kubernetes.objects.selectors import NodeSelectorTerm
from scheduler_core.kubernetes.objects.storage import PersistentVolume, PersistentVolumeClaim, Storage


def eligible_nodes(bound: list[PersistentVolumeClaim], storage: Storage) -> frozenset[str] | None:
    """Return the nodes common to all bound volumes with a host name affinity.

    None if no volume has such an affinity or if a volume is missing.
    """
    eligible: frozenset[str] | None = None
    for claim in bound:
        volume = storage.volumes.get(claim.volume_name)
        if volume is None:
            return None
        if node_names := _named_nodes(volume):
            eligible = node_names if eligible is None else eligible & node_names
    return eligible


def _named_nodes(volume: PersistentVolume) -> frozenset[str]:
    terms = volume.node_affinity.terms if volume.node_affinity else ()
    return frozenset().union(*(_host_names(term) for term in terms))


def _host_names(term: NodeSelectorTerm) -> frozenset[str]:
    listed = [frozenset(r.values) for r in term.expressions if r.key == HOSTNAME and r.operator == "In"]
    return frozenset.intersection(*listed) if listed else frozenset()
