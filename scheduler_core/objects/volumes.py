"""Volumes of a pod, as far as the scheduler looks at them."""

from __future__ import annotations

from dataclasses import dataclass

from .reading import At


@dataclass(frozen=True, slots=True)
class Disk:
    """An in-tree disk that VolumeRestrictions knows: two pods on a node may share it only as `shareable` says.

    `identity` are the fields that make two volumes the same disk; for RBD `monitors` must overlap besides.
    """

    kind: str
    identity: tuple[str, ...]
    read_only: bool
    monitors: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PodVolume:
    """A claim by name, a claim made for the pod (`ephemeral`), a disk, or an inline CSI volume."""

    name: str
    claim: str = ""
    ephemeral: bool = False
    disk: Disk | None = None
    csi_driver: str = ""

    def claim_name(self, pod_name: str) -> str:
        """The PersistentVolumeClaim behind the volume, "" if there is none."""
        return f"{pod_name}-{self.name}" if self.ephemeral else self.claim


def read_volumes(spec: At) -> tuple[PodVolume, ...]:
    return tuple(v for v in map(_volume, spec.children("volumes")) if v is not None)


def _volume(at: At) -> PodVolume | None:
    name = at.text("name")
    if at.has("persistentVolumeClaim"):
        return PodVolume(name, claim=at.child("persistentVolumeClaim").name("claimName"))
    if at.has("ephemeral"):
        return PodVolume(name, ephemeral=True)
    if at.has("csi"):
        return PodVolume(name, csi_driver=at.child("csi").text("driver"))
    disk = _disk(at)
    return PodVolume(name, disk=disk) if disk else None


def _disk(at: At) -> Disk | None:
    if at.has("gcePersistentDisk"):
        gce = at.child("gcePersistentDisk")
        return Disk("gcePersistentDisk", (gce.text("pdName"),), gce.flag("readOnly"))
    if at.has("awsElasticBlockStore"):
        aws = at.child("awsElasticBlockStore")
        return Disk("awsElasticBlockStore", (aws.text("volumeID"),), read_only=False)
    if at.has("iscsi"):
        iscsi = at.child("iscsi")
        return Disk("iscsi", (iscsi.text("iqn"),), iscsi.flag("readOnly"))
    if at.has("rbd"):
        rbd = at.child("rbd")
        identity = (rbd.text("pool") or "rbd", rbd.text("image"))
        return Disk("rbd", identity, rbd.flag("readOnly"), frozenset(rbd.texts("monitors")))
    return None
