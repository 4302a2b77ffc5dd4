"""DefaultStorageClass: the class of claims that name none.

Mirrors plugin/pkg/admission/storage/storageclass/setdefault and, for claims that were stored without a class,
assignDefaultStorageClass of pkg/controller/volume/persistentvolume/pv_controller.go @ v1.34.1.
"""

from __future__ import annotations

from .inventory import Inventory
from .policy import DEFAULT_STORAGE_CLASS
from .report import Cause
from .request import AdmissionRequest

_DEFAULT = ("storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class")
_OLD_CLASS = "volume.beta.kubernetes.io/storage-class"


class DefaultStorageClass:
    """The default class: the newest of several, then the first by name; None without one."""

    def __init__(self, inventory: Inventory) -> None:
        defaults = [
            (meta.text("creationTimestamp"), meta.name("name"))
            for at in inventory.of_kind("StorageClass")
            for meta in (at.child("metadata"),)
            if any(meta.child("annotations").text(key) == "true" for key in _DEFAULT)
        ]
        newest = max((created for created, _ in defaults), default="")
        self._name = min((name for created, name in defaults if created == newest), default=None)

    def admit(self, claim: AdmissionRequest) -> None:
        """Give the claim the default class, if it states none; "" states that it has none."""
        spec = claim.part("spec")
        annotations = claim.part("metadata", "annotations")
        if self._name is None or spec.get("storageClassName") is not None or _OLD_CLASS in annotations:
            return
        if spec.get("volumeName"):  # bound, or to be bound to a volume without a class
            return
        cause = Cause(DEFAULT_STORAGE_CLASS, f"StorageClass {self._name}")
        claim.set(self._name, ("spec", "storageClassName"), cause)
