"""A pod's claims, grouped by what remains to be done for them.

Mirrors podHasPVCs of volume_binding.go and GetPodVolumeClaims of binder.go
(pkg/scheduler/framework/plugins/volumebinding @ v1.34.1).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scheduler_core.kubernetes.objects.node import HOSTNAME
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.selectors import NodeSelectorTerm
from scheduler_core.kubernetes.objects.storage import PersistentVolume, PersistentVolumeClaim, Storage
from scheduler_core.kubernetes.versions import Version
from scheduler_core.scheduler.plugins.volumehelper import not_created_for, not_found


@dataclass(slots=True)
class PodClaims:
    """The claims of a pod: `delayed` ones wait for a node, `immediate` ones should be bound already."""

    bound: list[PersistentVolumeClaim] = field(default_factory=list)
    delayed: list[PersistentVolumeClaim] = field(default_factory=list)
    immediate: list[PersistentVolumeClaim] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.bound or self.delayed or self.immediate)


def claims_of(pod: Pod, storage: Storage, version: Version) -> PodClaims | str:
    """Return the pod's claims, or the reason why it must wait for one of them."""
    claims = PodClaims()
    for volume in pod.template.volumes:
        name = volume.claim_name(pod.name)
        if not name or (volume.ephemeral and not version.ephemeral_volumes_have_claims):
            continue
        claim = storage.claims.get((pod.namespace, name))
        if claim is None:
            waiting = f'waiting for ephemeral volume controller to create the persistentvolumeclaim "{name}"'
            return waiting if volume.ephemeral else not_found("persistentvolumeclaim", name)
        if problem := _problem(claim, version):
            return problem
        if volume.ephemeral and (problem := not_created_for(claim, pod)):
            return problem
        _list_for(claim, storage, claims).append(claim)
    return claims


def _problem(claim: PersistentVolumeClaim, version: Version) -> str:
    head = f'persistentvolumeclaim "{claim.meta.name}"'
    if claim.phase == "Lost" and version.lost_claims_wait:
        return f'{head} bound to non-existent persistentvolume "{claim.volume_name}"'
    return f"{head} is being deleted" if claim.terminating else ""


def _list_for(
    claim: PersistentVolumeClaim, storage: Storage, claims: PodClaims
) -> list[PersistentVolumeClaim]:
    if claim.fully_bound:
        return claims.bound
    storage_class = storage.classes.get(claim.storage_class)
    delayed = storage_class is not None and storage_class.wait_for_first_consumer and not claim.volume_name
    return claims.delayed if delayed else claims.immediate


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
