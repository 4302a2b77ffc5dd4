"""Persistent volumes, claims, storage classes, and the reports of CSI drivers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from .labels import Labels, Selector
from .meta import Meta, read_meta
from .node import OLD_ZONE, ZONE
from .quantity import value
from .reading import ManifestField
from .selectors import (
    NodeSelector,
    NodeSelectorTerm,
    read_label_selector,
    read_node_selector,
    read_node_selector_term,
)
from .volumes import InTreeVolume, read_in_tree

ClaimKey: TypeAlias = tuple[str, str]
"""Namespace and name of a claim."""


@dataclass(frozen=True, slots=True)
class PersistentVolume:
    """A volume; `claim` is claimRef as (namespace, name, uid), None for a free volume."""

    meta: Meta
    capacity: int
    access_modes: tuple[str, ...]
    storage_class: str
    volume_mode: str
    node_affinity: NodeSelector | None
    claim: tuple[str, str, str] | None
    phase: str
    csi_driver: str
    csi_handle: str
    in_tree: InTreeVolume | None
    attributes_class: str
    terminating: bool
    on_node: bool
    """Whether it is a part of one node: a local or hostPath volume."""

    def bound_to(self, claim: PersistentVolumeClaim) -> bool:
        """Return whether the volume is bound to the claim or reserved for it (IsVolumeBoundToClaim)."""
        if self.claim is None:
            return False
        namespace, name, uid = self.claim
        return (namespace, name) == claim.key and uid in ("", claim.meta.uid)


@dataclass(frozen=True, slots=True)
class PersistentVolumeClaim:
    """A claim; `storage_class` is "" without one, `selected_node` is None before a node is chosen for provisioning."""

    meta: Meta
    request: int
    access_modes: tuple[str, ...]
    storage_class: str
    selector: Selector
    volume_mode: str
    volume_name: str
    bind_completed: bool
    selected_node: str | None
    attributes_class: str
    phase: str
    terminating: bool

    @property
    def key(self) -> ClaimKey:
        return self.meta.namespace, self.meta.name

    @property
    def fully_bound(self) -> bool:
        return bool(self.volume_name) and self.bind_completed


@dataclass(frozen=True, slots=True)
class StorageClass:
    """A class; empty `allowed_topologies` mean that volumes can be provisioned everywhere."""

    meta: Meta
    provisioner: str
    wait_for_first_consumer: bool
    allowed_topologies: tuple[NodeSelectorTerm, ...]


@dataclass(frozen=True, slots=True)
class CSINode:
    """Volume limits by driver (None: no limit); `migrated` are the in-tree plugins that CSI drivers replace."""

    name: str
    limits: dict[str, int | None]
    migrated: frozenset[str]


@dataclass(frozen=True, slots=True)
class CSIStorageCapacity:
    """The largest volume of a class (None: unknown) available on the nodes that `topology` selects.

    `total` is the whole capacity, in bytes.
    """

    storage_class: str
    topology: Selector
    largest: int | None
    total: int = 0


@dataclass(frozen=True, slots=True)
class VolumeAttachment:
    """A persistent volume attached to a node, whether or not a pod there uses it."""

    attacher: str
    node_name: str
    volume: str


@dataclass(slots=True)
class Storage:
    """All objects about volumes by name, in the order of the input. `drivers[name]`: the driver reports capacity.

    `required_drivers` are those without which a node takes no pod that needs them (preventPodSchedulingIfMissing).
    """

    volumes: dict[str, PersistentVolume] = field(default_factory=dict)
    claims: dict[ClaimKey, PersistentVolumeClaim] = field(default_factory=dict)
    classes: dict[str, StorageClass] = field(default_factory=dict)
    csi_nodes: dict[str, CSINode] = field(default_factory=dict)
    capacities: list[CSIStorageCapacity] = field(default_factory=list)
    drivers: dict[str, bool] = field(default_factory=dict)
    required_drivers: set[str] = field(default_factory=set)
    attachments: list[VolumeAttachment] = field(default_factory=list)

    def by_class(self, storage_class: str) -> list[PersistentVolume]:
        return [v for v in self.volumes.values() if v.storage_class == storage_class]


def _size(at: ManifestField, key: str) -> int:
    return value(at.quantity(key) or "0")


def _optional_size(at: ManifestField, key: str) -> int | None:
    text = at.quantity(key)
    return None if text is None else value(text)


def _class(at: ManifestField) -> str:
    """Return the storage class. The beta annotation takes precedence over the field."""
    annotations = at.child("metadata").string_map("annotations")
    old = "volume.beta.kubernetes.io/storage-class"
    return annotations[old] if old in annotations else at.child("spec").text("storageClassName")


def read_volume(at: ManifestField, storage: Storage) -> None:
    meta, spec = read_meta(at, namespaced=False), at.child("spec")
    ref, csi = spec.child("claimRef"), spec.child("csi")
    zones = meta.labels.get(OLD_ZONE) or meta.labels.get(ZONE) or ""
    storage.volumes[meta.name] = PersistentVolume(
        meta,
        _size(spec.child("capacity"), "storage"),
        spec.texts("accessModes"),
        _class(at),
        spec.text("volumeMode") or "Filesystem",
        read_node_selector(spec.child("nodeAffinity"), "required"),
        (ref.text("namespace"), ref.text("name"), ref.text("uid")) if ref.value else None,
        at.child("status").text("phase"),
        csi.text("driver"),
        csi.text("volumeHandle"),
        read_in_tree(spec, tuple(zones.split("__")) if zones else ()),
        spec.text("volumeAttributesClassName"),
        at.child("metadata").has("deletionTimestamp"),
        spec.has("local") or spec.has("hostPath"),
    )


def read_claim(at: ManifestField, storage: Storage) -> None:
    meta, spec = read_meta(at), at.child("spec")
    annotations: Labels = at.child("metadata").string_map("annotations")
    storage.claims[meta.namespace, meta.name] = PersistentVolumeClaim(
        meta,
        _size(spec.child("resources").child("requests"), "storage"),
        spec.texts("accessModes"),
        _class(at),
        read_label_selector(spec, "selector"),
        spec.text("volumeMode") or "Filesystem",
        spec.text("volumeName"),
        "pv.kubernetes.io/bind-completed" in annotations,
        annotations.get("volume.kubernetes.io/selected-node"),
        spec.text("volumeAttributesClassName"),
        at.child("status").text("phase"),
        at.child("metadata").has("deletionTimestamp"),
    )


def read_storage_class(at: ManifestField, storage: Storage) -> None:
    meta = read_meta(at, namespaced=False)
    mode = at.choice("volumeBindingMode", ("Immediate", "WaitForFirstConsumer"), "Immediate")
    storage.classes[meta.name] = StorageClass(
        meta,
        at.text("provisioner"),
        mode == "WaitForFirstConsumer",
        tuple(_topology_term(t) for t in at.children("allowedTopologies")),
    )


def _topology_term(at: ManifestField) -> NodeSelectorTerm:
    """Return matchLabelExpressions of allowedTopologies, a key and values each, as a term with operator In."""
    clauses = [
        {"key": e.text("key"), "operator": "In", "values": list(e.texts("values"))}
        for e in at.children("matchLabelExpressions")
    ]
    return read_node_selector_term(ManifestField({"matchExpressions": clauses}, at.path, at.problems))


def read_csi_node(at: ManifestField, storage: Storage) -> None:
    meta = read_meta(at, namespaced=False)
    limits = {
        d.text("name"): d.child("allocatable").optional_integer("count")
        for d in at.child("spec").children("drivers")
    }
    annotations = at.child("metadata").string_map("annotations")
    migrated = annotations.get("storage.alpha.kubernetes.io/migrated-plugins", "")
    storage.csi_nodes[meta.name] = CSINode(meta.name, limits, frozenset(filter(None, migrated.split(","))))


def read_capacity(at: ManifestField, storage: Storage) -> None:
    read_meta(at)
    storage.capacities.append(
        CSIStorageCapacity(
            at.text("storageClassName"),
            read_label_selector(at, "nodeTopology"),
            _optional_size(at, "maximumVolumeSize" if at.has("maximumVolumeSize") else "capacity"),
            _size(at, "capacity"),
        )
    )


def read_driver(at: ManifestField, storage: Storage) -> None:
    name, spec = read_meta(at, namespaced=False).name, at.child("spec")
    storage.drivers[name] = spec.flag("storageCapacity")
    if spec.flag("preventPodSchedulingIfMissing"):
        storage.required_drivers.add(name)


def read_attachment(at: ManifestField, storage: Storage) -> None:
    spec = at.child("spec")
    volume = spec.child("source").text("persistentVolumeName")
    storage.attachments.append(VolumeAttachment(spec.text("attacher"), spec.text("nodeName"), volume))
