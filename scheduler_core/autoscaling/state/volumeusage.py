"""Volumes that a node has attached, and how many it may have (pkg/scheduling/volumeusage.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.kubernetes.objects.storage import PersistentVolumeClaim, Storage
from scheduler_core.scheduler.plugins.volumehelper import MIGRATIONS

Volumes = Mapping[str, frozenset[str]]
"""Claims by the CSI driver of their volumes."""

NO_VOLUMES: Volumes = {}


@dataclass(frozen=True, slots=True)
class NotFound:
    """An object that another one refers to does not exist."""

    resource: str
    name: str

    def __str__(self) -> str:
        return f'{self.resource} "{self.name}" not found'


def claims_of(pod: Pod, storage: Storage) -> Iterator[PersistentVolumeClaim | NotFound]:
    """Yield the claims of a pod's volumes, in their order."""
    for volume in pod.volumes:
        if name := volume.claim_name(pod.name):
            yield storage.claims.get((pod.namespace, name)) or NotFound("persistentvolumeclaims", name)


def resolve_driver(claim: PersistentVolumeClaim, storage: Storage) -> str | NotFound:
    """Return the CSI driver of a claim, "" if there is none (ResolveDriver)."""
    if claim.volume_name:
        volume = storage.volumes.get(claim.volume_name)
        if volume is None:
            return NotFound("persistentvolumes", claim.volume_name)
        in_tree = volume.in_tree.plugin if volume.in_tree else ""
        return volume.csi_driver or (MIGRATIONS[in_tree].driver if in_tree == "kubernetes.io/aws-ebs" else "")
    storage_class = storage.classes.get(claim.storage_class)
    if storage_class is None:
        return ""
    provisioner = storage_class.provisioner
    return MIGRATIONS[provisioner].driver if provisioner in MIGRATIONS else provisioner


def volumes_of(pod: Pod, storage: Storage) -> Volumes | NotFound:
    """Return the volumes that the pod mounts; claims that do not exist are passed over (GetVolumes)."""
    if not pod.volumes:
        return NO_VOLUMES
    volumes: dict[str, frozenset[str]] = {}
    for claim in claims_of(pod, storage):
        if isinstance(claim, NotFound):
            continue
        driver = resolve_driver(claim, storage)
        if isinstance(driver, NotFound):
            return driver
        if driver:
            volumes[driver] = volumes.get(driver, frozenset()) | {claim.meta.key}
    return volumes


def united(one: Volumes, other: Volumes) -> Volumes:
    return {
        driver: one.get(driver, frozenset()) | other.get(driver, frozenset()) for driver in {*one, *other}
    }


@dataclass(frozen=True, slots=True)
class VolumeLimitExceeded:
    """A node would have more volumes of a driver than it may."""

    driver: str
    count: int
    limit: int


def exceeded_limit(volumes: Volumes, limits: Mapping[str, int | None]) -> VolumeLimitExceeded | None:
    """Return the driver of which there are too many volumes (ExceedsLimits)."""
    for driver, claims in sorted(volumes.items()):
        limit = limits.get(driver)
        if limit is not None and len(claims) > limit:
            return VolumeLimitExceeded(driver, len(claims), limit)
    return None
