"""Where a pod's volumes can be reached (pkg/controllers/provisioning/scheduling/volumetopology.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core import allowance
from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.objects.requirement import requirement
from scheduler_core.autoscaling.objects.requirements import Requirements, collected
from scheduler_core.autoscaling.objects.texts import detailed
from scheduler_core.autoscaling.state.volumeusage import NotFound, claims_of, resolve_driver
from scheduler_core.kubernetes.objects.node import HOSTNAME
from scheduler_core.kubernetes.objects.reading import TooLarge
from scheduler_core.kubernetes.objects.selectors import NodeSelectorTerm
from scheduler_core.kubernetes.objects.storage import PersistentVolume, PersistentVolumeClaim, Storage
from scheduler_core.sentences import worded

MAX_ALTERNATIVES = 10_000  # combinations of the places of one pod's volumes
BIND_COMPLETED = "pv.kubernetes.io/bind-completed"

Alternatives = Sequence[Requirements]


def volume_requirements(pod: Pod, storage: Storage) -> Alternatives | NotFound:
    """Return what the volumes require of a node, of which one must hold; none if they require nothing."""
    alternatives: list[Requirements] = []
    for claim in claims_of(pod, storage):
        found = _requirements(claim, storage)
        if isinstance(found, NotFound):
            return found
        if found:
            alternatives = _crossed(alternatives, found, pod)
    return alternatives


def _crossed(alternatives: Alternatives, more: Alternatives, pod: Pod) -> list[Requirements]:
    """Return each alternative with each of another volume: the pairs that go together, all if none does."""
    if not alternatives:
        return [Requirements(requirements) for requirements in more]
    if len(alternatives) * len(more) > MAX_ALTERNATIVES:
        raise TooLarge.of(
            f"Pod {pod.key}",
            worded(
                "the volumes can be reached in {count} combinations of places; the limit is {limit}",
                count=f"{len(alternatives) * len(more):,}",
                limit=f"{MAX_ALTERNATIVES:,}",
            ),
        )
    allowance.check()
    pairs = [(one, other) for one in alternatives for other in more]
    compatible = [(one, other) for one, other in pairs if one.disjoint(other) is None]
    return [one.plus(*other.values()) for one, other in compatible or pairs]


def _requirements(claim: PersistentVolumeClaim | NotFound, storage: Storage) -> Alternatives | NotFound:
    if isinstance(claim, NotFound):
        return claim
    if claim.volume_name:
        volume = storage.volumes.get(claim.volume_name)
        if volume is None:
            return NotFound("persistentvolumes", claim.volume_name)
        return _of_volume(volume)
    if not claim.storage_class:
        return ()
    storage_class = storage.classes.get(claim.storage_class)
    if storage_class is None:
        return NotFound("storageclasses.storage.k8s.io", claim.storage_class)
    return [_of_term(term) for term in storage_class.allowed_topologies if term.expressions]


def _of_volume(volume: PersistentVolume) -> Alternatives:
    """Return the alternatives of a volume; one that is on a node can be reached from its place without the node."""
    alternatives = []
    for term in volume.node_affinity.terms if volume.node_affinity else ():
        requirements = _of_term(term)
        if volume.on_node:
            requirements.pop(HOSTNAME, None)
        if term.expressions:
            alternatives.append(requirements)
    return alternatives


def _of_term(term: NodeSelectorTerm) -> Requirements:
    return collected(requirement(e.key, e.operator, e.values) for e in term.expressions)


def invalid_volume(pod: Pod, storage: Storage) -> str:
    """Return what is wrong with the first faulty volume, "" if none is (ValidatePersistentVolumeClaims)."""
    checked = (_invalid_claim(claim, storage) for claim in claims_of(pod, storage))
    return next(filter(None, checked), "")


def _invalid_claim(claim: PersistentVolumeClaim | NotFound, storage: Storage) -> str:
    if isinstance(claim, NotFound):
        return detailed(f"getting persistent volume claim, {claim}", PersistentVolumeClaim=claim.name)
    key, volume = claim.meta.key, claim.volume_name
    if claim.terminating:
        return detailed("persistentvolumeclaim is being deleted", PersistentVolumeClaim=key)
    if claim.phase == "Lost":
        return detailed(
            "persistentvolumeclaim bound to non-existent persistentvolume",
            PersistentVolumeClaim=key,
            PersistentVolume=volume,
        )
    invalid = _invalid_volume(claim, storage) if volume else _invalid_class(claim, storage)
    if invalid:
        return invalid
    driver = resolve_driver(claim, storage)
    if isinstance(driver, NotFound):
        return _failed(str(driver), claim)
    return ""


def _failed(why: str, claim: PersistentVolumeClaim, **details: object) -> str:
    return detailed(
        f"failed to validate pvc, {why}",
        PersistentVolumeClaim=claim.meta.key,
        StorageClass=claim.storage_class,
        **details,
    )


def _invalid_volume(claim: PersistentVolumeClaim, storage: Storage) -> str:
    name = claim.volume_name
    volume = storage.volumes.get(name)
    if volume is None:
        return _failed(str(NotFound("persistentvolumes", name)), claim, PersistentVolume=name)
    if volume.terminating:
        return _failed("persistentvolume is being deleted", claim, PersistentVolume=name)
    if not claim.bind_completed:
        return detailed(
            "pvc is considered unbound because it does not contain annotation",
            annotation=BIND_COMPLETED,
            PersistentVolumeClaim=claim.meta.name,
            PersistentVolume=name,
        )
    return ""


def _invalid_class(claim: PersistentVolumeClaim, storage: Storage) -> str:
    name = claim.storage_class
    if not name:
        return detailed(
            "unbound pvc must define a storage class", PersistentVolumeClaim=claim.meta.key, StorageClass=""
        )
    storage_class = storage.classes.get(name)
    if storage_class is None:
        missing = NotFound("storageclasses.storage.k8s.io", name)
        return _failed(f"failed to get storage class, {missing}", claim)
    if not storage_class.wait_for_first_consumer:
        return _failed("pvc with immediate volume binding mode must be bound", claim)
    return ""
