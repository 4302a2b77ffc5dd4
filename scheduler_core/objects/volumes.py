"""Volumes of a pod, as far as the scheduler looks at them."""

from __future__ import annotations

from dataclasses import dataclass

from .reading import At


@dataclass(frozen=True, slots=True)
class Disk:
    """An in-tree disk that VolumeRestrictions knows: two pods on a node may share it only if both read.

    `identity` are the fields that make two volumes the same disk; for RBD `monitors` must overlap besides.
    """

    kind: str
    identity: tuple[str, ...]
    read_only: bool
    monitors: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class InTreeVolume:
    """A volume of an in-tree plugin for which a CSI driver exists; `handle` is its name there, "" if it has none."""

    plugin: str
    handle: str


@dataclass(frozen=True, slots=True)
class PodVolume:
    """A claim by name, a claim made for the pod (`ephemeral`), or a disk written into the pod."""

    name: str
    claim: str = ""
    ephemeral: bool = False
    disk: Disk | None = None
    in_tree: InTreeVolume | None = None

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
    disk, in_tree = _disk(at), read_in_tree(at)
    return PodVolume(name, disk=disk, in_tree=in_tree) if disk or in_tree else None


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


# The field of a volume, the in-tree plugin behind it, and the field that becomes the handle.
_IN_TREE = (
    ("awsElasticBlockStore", "kubernetes.io/aws-ebs", "volumeID"),
    ("gcePersistentDisk", "kubernetes.io/gce-pd", "pdName"),
    ("azureDisk", "kubernetes.io/azure-disk", "diskURI"),
    ("cinder", "kubernetes.io/cinder", "volumeID"),
    ("portworxVolume", "kubernetes.io/portworx-volume", "volumeID"),
    ("azureFile", "kubernetes.io/azure-file", "shareName"),
    ("vsphereVolume", "kubernetes.io/vsphere-volume", "volumePath"),
)


# The fields of a volume that decide where its pod can run; the other kinds of volumes are everywhere.
SOURCES = frozenset(
    {"persistentVolumeClaim", "ephemeral", "iscsi", "rbd", *(field for field, _, _ in _IN_TREE)}
)


def read_in_tree(at: At, zones: tuple[str, ...] = ()) -> InTreeVolume | None:
    """The in-tree source of a pod's volume or of a PersistentVolume, whose zones are known from its labels."""
    for field, plugin, key in _IN_TREE:
        if at.has(field):
            written = at.child(field).text(key)
            if field == "awsElasticBlockStore":
                written = _ebs_handle(written)
            elif field == "gcePersistentDisk":
                written = _gce_handle(written, zones)
            return InTreeVolume(plugin, written)
    return None


def _ebs_handle(volume_id: str) -> str:
    """`aws://<zone>/vol-…` and `vol-…` are the same volume."""
    if not volume_id.startswith("aws://"):
        return volume_id
    last = volume_id.rstrip("/").rsplit("/", 1)[-1]
    return last if last.startswith("vol-") else ""


def _gce_handle(disk: str, zones: tuple[str, ...]) -> str:
    if len(zones) < 2:
        return f"projects/UNSPECIFIED/zones/{zones[0] if zones else 'UNSPECIFIED'}/disks/{disk}"
    regions = {zone.rsplit("-", 1)[0] for zone in zones}
    return f"projects/UNSPECIFIED/regions/{regions.pop()}/disks/{disk}" if len(regions) == 1 else ""
