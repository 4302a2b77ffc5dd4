"""The volumes of a pod that matter to the scheduler."""

from __future__ import annotations

from dataclasses import dataclass

from .reading import ManifestField


@dataclass(frozen=True, slots=True)
class Disk:
    """An in-tree disk, which VolumeRestrictions lets two pods on a node share only if both mount it read-only.

    Volumes with equal `identity` are the same disk; for RBD their `monitors` must overlap too.
    """

    kind: str
    identity: tuple[str, ...]
    read_only: bool
    monitors: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class InTreeVolume:
    """A volume of an in-tree plugin that a CSI driver replaces; `handle` is the driver's name for it, "" if none."""

    plugin: str
    handle: str


@dataclass(frozen=True, slots=True)
class PodVolume:
    """A claim by name, a claim created for the pod (`ephemeral`), or an inline disk."""

    name: str
    claim: str = ""
    ephemeral: bool = False
    disk: Disk | None = None
    in_tree: InTreeVolume | None = None

    def claim_name(self, pod_name: str) -> str:
        """Return the name of the volume's PersistentVolumeClaim, "" if it has none."""
        return f"{pod_name}-{self.name}" if self.ephemeral else self.claim


def read_volumes(spec: ManifestField) -> tuple[PodVolume, ...]:
    return tuple(v for v in map(_volume, spec.children("volumes")) if v is not None)


def _volume(at: ManifestField) -> PodVolume | None:
    name = at.text("name")
    if at.has("persistentVolumeClaim"):
        return PodVolume(name, claim=at.child("persistentVolumeClaim").name("claimName"))
    if at.has("ephemeral"):
        return PodVolume(name, ephemeral=True)
    disk, in_tree = _disk(at), read_in_tree(at)
    return PodVolume(name, disk=disk, in_tree=in_tree) if disk or in_tree else None


def _disk(at: ManifestField) -> Disk | None:
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


# The fields of a volume that restrict where its pod can run; other kinds of volumes are available everywhere.
SOURCES = frozenset(
    {"persistentVolumeClaim", "ephemeral", "iscsi", "rbd", *(field for field, _, _ in _IN_TREE)}
)


def read_in_tree(at: ManifestField, zones: tuple[str, ...] = ()) -> InTreeVolume | None:
    """Return the in-tree source of a pod's volume or of a PersistentVolume, whose labels give its `zones`."""
    for field, plugin, key in _IN_TREE:
        if at.has(field):
            handle = at.child(field).text(key)
            if field == "awsElasticBlockStore":
                handle = _ebs_handle(handle)
            elif field == "gcePersistentDisk":
                handle = _gce_handle(handle, zones)
            return InTreeVolume(plugin, handle)
    return None


def _ebs_handle(volume_id: str) -> str:
    """Return the handle `vol-…` for `aws://<zone>/vol-…` and `vol-…` alike."""
    if not volume_id.startswith("aws://"):
        return volume_id
    last = volume_id.rstrip("/").rsplit("/", 1)[-1]
    return last if last.startswith("vol-") else ""


def _gce_handle(disk: str, zones: tuple[str, ...]) -> str:
    if len(zones) < 2:
        return f"projects/UNSPECIFIED/zones/{zones[0] if zones else 'UNSPECIFIED'}/disks/{disk}"
    regions = {zone.rsplit("-", 1)[0] for zone in zones}
    return f"projects/UNSPECIFIED/regions/{regions.pop()}/disks/{disk}" if len(regions) == 1 else ""
