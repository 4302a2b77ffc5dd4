"""The metadata of an object."""

from __future__ import annotations

from dataclasses import dataclass

from .labels import Labels
from .reading import ManifestField


@dataclass(frozen=True, slots=True)
class OwnerReference:
    """The controller of an object (the owner with `controller: true`)."""

    api_version: str
    kind: str
    name: str
    uid: str


@dataclass(frozen=True, slots=True)
class Meta:
    """Name, namespace ("" for cluster-scoped kinds), labels and the controlling owner."""

    name: str
    namespace: str
    labels: Labels
    uid: str
    controller: OwnerReference | None

    @property
    def key(self) -> str:
        return f"{self.namespace}/{self.name}"


def read_meta(at: ManifestField, *, namespaced: bool = True) -> Meta:
    meta = at.child("metadata")
    return Meta(
        meta.name("name"),
        (meta.text("namespace") or "default") if namespaced else "",
        meta.labels("labels"),
        meta.text("uid"),
        read_controller(meta),
    )


def read_controller(meta: ManifestField) -> OwnerReference | None:
    for owner in meta.children("ownerReferences"):
        if owner.flag("controller"):
            return OwnerReference(
                owner.text("apiVersion"), owner.name("kind"), owner.name("name"), owner.text("uid")
            )
    return None
