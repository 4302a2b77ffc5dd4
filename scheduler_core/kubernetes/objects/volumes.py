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
    """A volume of an in-tree plugin that a CSI driver replaces.

    `handle` is the driver's name for it, "" if none; `name` what the in-tree plugin calls it. `error` is why it cannot
    be translated to one of the driver.
    """

    plugin: str
    handle: str
    name: str = ""
    error: str = ""


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


_FOREIGN_ZONE = "zone in unexpected format, expected: {{locale}}-{{region}}-{{zone}}, got: {}"


# The fields of a volume that matter to where its pod runs; other kinds of volumes are available everywhere.
SOURCES = frozenset(
    {"persistentVolumeClaim", "ephemeral", "image", "iscsi", "rbd", *(field for field, _, _ in _IN_TREE)}
)


def read_in_tree(at: ManifestField, zones: tuple[str, ...] = ()) -> InTreeVolume | None:
    """Return the in-tree source of a pod's volume or of a PersistentVolume, whose labels give its `zones`."""
    for field, plugin, key in _IN_TREE:
        if at.has(field):
            source = at.child(field)
            name = source.text(key)
            if field == "awsElasticBlockStore":
                return InTreeVolume(plugin, _ebs_handle(name), name)
            if field == "gcePersistentDisk":
                return _gce_volume(plugin, name, zones)
            return InTreeVolume(plugin, name, source.text("diskName") or name)
    return None


def _ebs_handle(volume_id: str) -> str:
    """Return the handle `vol-…` for `aws://<zone>/vol-…` and `vol-…` alike."""
    if not volume_id.startswith("aws://"):
        return volume_id
    last = volume_id.rstrip("/").rsplit("/", 1)[-1]
    return last if last.startswith("vol-") else ""


def _gce_volume(plugin: str, disk: str, zones: tuple[str, ...]) -> InTreeVolume:
    """Return a disk of one zone, or of the region of its zones (gcePersistentDiskCSITranslator)."""
    if len(zones) < 2:
        handle = f"projects/UNSPECIFIED/zones/{zones[0] if zones else 'UNSPECIFIED'}/disks/{disk}"
        return InTreeVolume(plugin, handle, disk)
    regions = {zone.rsplit("-", 1)[0] for zone in zones}
    error = next((_FOREIGN_ZONE.format(zone) for zone in zones if zone.count("-") != 2), "")
    if not error and len(regions) > 1:
        listed = " ".join(f"{region}:{{}}" for region in sorted(regions))
        error = f"multiple or no regions gotten from zones, got: map[{listed}]"
    if error:
        return InTreeVolume(plugin, "", disk, f"failed to get region from zones: {error}")
    return InTreeVolume(plugin, f"projects/UNSPECIFIED/regions/{regions.pop()}/disks/{disk}", disk)
