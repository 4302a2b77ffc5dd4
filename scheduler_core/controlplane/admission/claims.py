"""The persistent volume controller: volumes become available, and claims with immediate binding become bound.

Mirrors syncUnboundClaim of pkg/controller/volume/persistentvolume/pv_controller.go and FindMatchingVolume of
staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go @ v1.34.1. A claim that an API server has stored
unbound stays so: there the controller has had its chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scheduler_core import allowance
from scheduler_core.controlplane.workloads.names import uid_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.objects.storage import (
    PersistentVolume,
    PersistentVolumeClaim,
    Storage,
    StorageClass,
    read_claim,
    read_storage_class,
    read_volume,
)

from .inventory import Inventory
from .policy import VOLUME_BINDER
from .report import Cause, FillIn, Report
from .request import AdmissionRequest

_BIND_COMPLETED = "pv.kubernetes.io/bind-completed"
_NO_PROVISIONER = ("", "kubernetes.io/no-provisioner")


class VolumeBinder:
    """Binds claims to volumes. `volumes` are the requests of the input's PersistentVolumes."""

    def __init__(self, inventory: Inventory, volumes: Iterable[AdmissionRequest], report: Report) -> None:
        self._report = report
        storage = Storage()
        for at in inventory.of_kind("StorageClass"):
            read_storage_class(_unreported(at.value), storage)
        self._classes = storage.classes
        self._provisioners = {
            at.child("metadata").text("name"): at.value for at in inventory.of_kind("StorageClass")
        }
        self._volumes = {volume.name: volume for volume in volumes}
        self._typed: dict[str, PersistentVolume] = {}  # as they are now, read when they are looked at
        for volume in self._volumes.values():
            if not volume.part("spec", "claimRef") and not volume.part("status").get("phase"):
                volume.set("Available", ("status", "phase"), Cause(VOLUME_BINDER))

    def bind(self, claim: AdmissionRequest) -> Iterator[Manifest]:
        """Bind the claim where the controller would; yield the volume that is provisioned for it."""
        typed = _read_claim(claim)
        if claim.stored or typed.bind_completed or typed.terminating:
            return
        if typed.volume_name:
            self._complete(claim, typed)
            return
        storage_class = self._classes.get(typed.storage_class)
        delayed = storage_class is not None and storage_class.wait_for_first_consumer
        volumes = map(self._read, self._volumes.values())
        volume = _best((v for v in volumes if v.bound_to(typed) or not delayed), typed)
        if volume is not None:
            self._bind(claim, self._volumes[volume.meta.name])
        elif storage_class is not None and _is_provisioned_at_once(storage_class, typed):
            yield self._provision(claim, typed, storage_class)

    def _complete(self, claim: AdmissionRequest, typed: PersistentVolumeClaim) -> None:
        """Finish the binding to the volume that the claim names, if that volume is free or the claim's."""
        volume = self._volumes.get(typed.volume_name)
        if volume is not None and (not volume.part("spec", "claimRef") or self._read(volume).bound_to(typed)):
            self._bind(claim, volume)

    def _bind(self, claim: AdmissionRequest, volume: AdmissionRequest) -> None:
        claim.set(volume.name, ("spec", "volumeName"), Cause(VOLUME_BINDER, volume.label))
        claim.assign("yes", ("metadata", "annotations", _BIND_COMPLETED))
        if not volume.part("spec", "claimRef"):
            text = f"{claim.namespace}/{claim.name}"
            volume.set(_reference(claim), ("spec", "claimRef"), Cause(VOLUME_BINDER, claim.label), text)
        for request in (claim, volume):
            request.assign("Bound", ("status", "phase"))
        self._typed.pop(volume.name, None)

    def _read(self, volume: AdmissionRequest) -> PersistentVolume:
        if volume.name not in self._typed:
            allowance.check()
            self._typed[volume.name] = _read_volume(volume)
        return self._typed[volume.name]

    def _provision(
        self, claim: AdmissionRequest, typed: PersistentVolumeClaim, storage_class: StorageClass
    ) -> Manifest:
        """Return the volume that the class's provisioner creates, and bind the claim to it."""
        manifest = _volume(claim, typed, self._provisioners[typed.storage_class])
        volume = AdmissionRequest(manifest, Report(), made=True)
        text = f"provisioned for {claim.label}, {_place(storage_class)}"
        cause = Cause(VOLUME_BINDER, f"StorageClass {typed.storage_class}")
        self._report.fill(FillIn("", text, cause), volume.label)
        self._volumes[volume.name] = volume
        self._bind(claim, volume)
        return volume.manifest


def _is_provisioned_at_once(storage_class: StorageClass, claim: PersistentVolumeClaim) -> bool:
    return (
        not storage_class.wait_for_first_consumer
        and storage_class.provisioner not in _NO_PROVISIONER
        and not claim.selector.requirements
    )


def _place(storage_class: StorageClass) -> str:
    return (
        "in the allowedTopologies of the class"
        if storage_class.allowed_topologies
        else "which is assumed to be reachable from every node"
    )


def _best(volumes: Iterable[PersistentVolume], claim: PersistentVolumeClaim) -> PersistentVolume | None:
    """Return the volume reserved for the claim, else the smallest of those with the fewest access modes."""
    suitable = [v for v in volumes if _suits(v, claim)]
    reserved = [v for v in suitable if v.bound_to(claim)]
    if reserved:
        return reserved[0]
    return min(suitable, key=lambda v: (len(v.access_modes), v.capacity), default=None)


def _suits(volume: PersistentVolume, claim: PersistentVolumeClaim) -> bool:
    fits = (
        volume.capacity >= claim.request
        and volume.volume_mode == claim.volume_mode
        and volume.attributes_class == claim.attributes_class
        and not volume.terminating
    )
    if volume.claim is not None:
        return fits and volume.bound_to(claim)
    return (
        fits
        and volume.phase == "Available"
        and volume.storage_class == claim.storage_class
        and set(claim.access_modes) <= set(volume.access_modes)
        and (claim.selector.nothing or claim.selector.matches(volume.meta.labels))
    )


def _reference(claim: AdmissionRequest) -> Manifest:
    reference: Manifest = {"kind": claim.kind, "namespace": claim.namespace, "name": claim.name}
    uid = claim.part("metadata").get("uid")
    return {**reference, "uid": uid} if uid else reference


def _volume(claim: AdmissionRequest, typed: PersistentVolumeClaim, storage_class: Manifest) -> Manifest:
    """Return a volume of the claim's size in the class; allowedTopologies become its node affinity."""
    uid = typed.meta.uid or uid_of("PersistentVolumeClaim", claim.namespace, claim.name)
    name, provisioner = f"pvc-{uid}", str(storage_class.get("provisioner"))
    spec: Manifest = {
        "capacity": {"storage": claim.part("spec", "resources", "requests").get("storage", "0")},
        "accessModes": list(typed.access_modes),
        "storageClassName": typed.storage_class,
        "volumeMode": typed.volume_mode,
    }
    if not provisioner.startswith("kubernetes.io/"):
        spec["csi"] = {"driver": provisioner, "volumeHandle": name}
    terms = [
        {
            "matchExpressions": [
                {"key": e.get("key"), "operator": "In", "values": e.get("values")}
                for e in mapping(term).get("matchLabelExpressions") or ()
            ]
        }
        for term in storage_class.get("allowedTopologies") or ()
    ]
    if terms:
        spec["nodeAffinity"] = {"required": {"nodeSelectorTerms": terms}}
    return {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": name}, "spec": spec}


def _unreported(manifest: Manifest) -> ManifestField:
    """Return the manifest as a field whose errors are reported elsewhere."""
    return ManifestField(manifest, "", Problems())


def _read_claim(claim: AdmissionRequest) -> PersistentVolumeClaim:
    storage = Storage()
    read_claim(_unreported(claim.manifest), storage)
    return next(iter(storage.claims.values()))


def _read_volume(volume: AdmissionRequest) -> PersistentVolume:
    storage = Storage()
    read_volume(_unreported(volume.manifest), storage)
    return next(iter(storage.volumes.values()))
