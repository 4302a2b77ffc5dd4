"""Persistent volumes, claims, storage classes and what CSI drivers report."""

from __future__ import annotations

from dataclasses import dataclass, field

from .labels import Labels, Selector
from .meta import Meta, read_meta
from .quantity import value
from .reading import At
from .selectors import (
    NodeSelector,
    NodeSelectorTerm,
    read_label_selector,
    read_node_selector,
    read_node_selector_term,
)


@dataclass(frozen=True, slots=True)
class PersistentVolume:
    """`claim` is claimRef as (namespace, name, uid), None when free."""

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
    terminating: bool


@dataclass(frozen=True, slots=True)
class PersistentVolumeClaim:
    """`volume_name` and `bound` (annotation pv.kubernetes.io/bind-completed) say whether it is bound."""

    meta: Meta
    request: int
    access_modes: tuple[str, ...]
    storage_class: str | None
    selector: Selector
    has_selector: bool
    volume_mode: str
    volume_name: str
    bound: bool
    selected_node: str
    phase: str
    terminating: bool


@dataclass(frozen=True, slots=True)
class StorageClass:
    """`allowed_topologies` is empty when volumes can be provisioned everywhere."""

    meta: Meta
    provisioner: str
    wait_for_first_consumer: bool
    allowed_topologies: tuple[NodeSelectorTerm, ...]


@dataclass(frozen=True, slots=True)
class CSINode:
    """Volume limits by driver; `migrated` are the in-tree plugins that the node has handed over."""

    name: str
    limits: dict[str, int | None]
    migrated: frozenset[str]


@dataclass(frozen=True, slots=True)
class CSIStorageCapacity:
    """How much a class can provide on the nodes that `topology` selects."""

    storage_class: str
    topology: Selector
    capacity: int | None
    maximum_volume_size: int | None


@dataclass(slots=True)
class Storage:
    """Everything about volumes, by name (claims by (namespace, name)), in the order of the input."""

    volumes: dict[str, PersistentVolume] = field(default_factory=dict)
    claims: dict[tuple[str, str], PersistentVolumeClaim] = field(default_factory=dict)
    classes: dict[str, StorageClass] = field(default_factory=dict)
    csi_nodes: dict[str, CSINode] = field(default_factory=dict)
    capacities: list[CSIStorageCapacity] = field(default_factory=list)
    drivers: dict[str, bool] = field(default_factory=dict)
    attachments: list[tuple[str, str, str]] = field(default_factory=list)


def _size(at: At, key: str) -> int:
    return value(at.quantity(key) or "0")


def _optional_size(at: At, key: str) -> int | None:
    text = at.quantity(key)
    return None if text is None else value(text)


def read_volume(at: At, storage: Storage) -> None:
    meta, spec = read_meta(at, namespaced=False), at.child("spec")
    ref, csi = spec.child("claimRef"), spec.child("csi")
    storage.volumes[meta.name] = PersistentVolume(
        meta,
        _size(spec.child("capacity"), "storage"),
        spec.texts("accessModes"),
        spec.text("storageClassName"),
        spec.text("volumeMode") or "Filesystem",
        read_node_selector(spec.child("nodeAffinity"), "required"),
        (ref.text("namespace"), ref.text("name"), ref.text("uid")) if ref.value else None,
        at.child("status").text("phase"),
        csi.text("driver"),
        csi.text("volumeHandle"),
        at.child("metadata").has("deletionTimestamp"),
    )


def read_claim(at: At, storage: Storage) -> None:
    meta, spec = read_meta(at), at.child("spec")
    annotations: Labels = at.child("metadata").string_map("annotations")
    storage.claims[meta.namespace, meta.name] = PersistentVolumeClaim(
        meta,
        _size(spec.child("resources").child("requests"), "storage"),
        spec.texts("accessModes"),
        spec.text("storageClassName") if spec.has("storageClassName") else None,
        read_label_selector(spec, "selector"),
        spec.has("selector"),
        spec.text("volumeMode") or "Filesystem",
        spec.text("volumeName"),
        "pv.kubernetes.io/bind-completed" in annotations,
        annotations.get("volume.kubernetes.io/selected-node", ""),
        at.child("status").text("phase"),
        at.child("metadata").has("deletionTimestamp"),
    )


def read_storage_class(at: At, storage: Storage) -> None:
    meta = read_meta(at, namespaced=False)
    mode = at.choice("volumeBindingMode", ("Immediate", "WaitForFirstConsumer"), "Immediate")
    storage.classes[meta.name] = StorageClass(
        meta,
        at.text("provisioner"),
        mode == "WaitForFirstConsumer",
        tuple(_topology_term(t) for t in at.children("allowedTopologies")),
    )


def _topology_term(at: At) -> NodeSelectorTerm:
    """matchLabelExpressions of allowedTopologies: key and values, meaning In."""
    clauses = [
        {"key": e.text("key"), "operator": "In", "values": list(e.texts("values"))}
        for e in at.children("matchLabelExpressions")
    ]
    return read_node_selector_term(At({"matchExpressions": clauses}, at.path, at.problems))


def read_csi_node(at: At, storage: Storage) -> None:
    meta = read_meta(at, namespaced=False)
    limits = {
        d.text("name"): d.child("allocatable").optional_integer("count")
        for d in at.child("spec").children("drivers")
    }
    annotations = at.child("metadata").string_map("annotations")
    migrated = annotations.get("storage.alpha.kubernetes.io/migrated-plugins", "")
    storage.csi_nodes[meta.name] = CSINode(meta.name, limits, frozenset(filter(None, migrated.split(","))))


def read_capacity(at: At, storage: Storage) -> None:
    read_meta(at)
    storage.capacities.append(
        CSIStorageCapacity(
            at.text("storageClassName"),
            read_label_selector(at, "nodeTopology"),
            _optional_size(at, "capacity"),
            _optional_size(at, "maximumVolumeSize"),
        )
    )


def read_driver(at: At, storage: Storage) -> None:
    storage.drivers[read_meta(at, namespaced=False).name] = at.child("spec").flag("storageCapacity")


def read_attachment(at: At, storage: Storage) -> None:
    spec = at.child("spec")
    volume = spec.child("source").text("persistentVolumeName")
    storage.attachments.append((spec.text("attacher"), spec.text("nodeName"), volume))
