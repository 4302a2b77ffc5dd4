"""A workload of the input, with the fields that its controller needs."""

from __future__ import annotations

from dataclasses import dataclass, field

from scheduler_core.objects.labels import Labels, Selector, equals
from scheduler_core.objects.parsing import Manifest
from scheduler_core.objects.reading import ManifestField, Problems
from scheduler_core.objects.selectors import read_label_selector

from .names import uid_of

API_VERSIONS = {
    "ReplicationController": "v1",
    "Deployment": "apps/v1",
    "ReplicaSet": "apps/v1",
    "StatefulSet": "apps/v1",
    "DaemonSet": "apps/v1",
    "Job": "batch/v1",
}
_LEGACY_GROUPS = ("extensions",)


@dataclass(frozen=True, slots=True)
class Workload:
    """A workload. It adopts orphans that match `selector`; `template` is spec.template."""

    manifest: Manifest
    kind: str
    namespace: str
    name: str
    uid: str
    spec: ManifestField
    status: ManifestField
    template: Manifest
    selector: Selector
    labels: Labels = field(default_factory=dict)

    @property
    def key(self) -> str:
        return f"{self.kind} {self.namespace}/{self.name}"

    @property
    def is_being_deleted(self) -> bool:
        """Whether it is being deleted, so that its controller creates no more pods."""
        return mapping(self.manifest, "metadata").get("deletionTimestamp") is not None

    def owner_reference(self) -> Manifest:
        return {
            "apiVersion": API_VERSIONS[self.kind],
            "kind": self.kind,
            "name": self.name,
            "uid": self.uid,
            "controller": True,
            "blockOwnerDeletion": True,
        }


def mapping(value: object, *keys: str) -> Manifest:
    """Return the mapping at a path of keys, an empty one if there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def is_workload(manifest: object) -> bool:
    """Return whether kind and group are those of a workload; other groups have kinds of the same names."""
    kind, version = mapping(manifest).get("kind"), mapping(manifest).get("apiVersion")
    if not isinstance(kind, str) or kind not in API_VERSIONS:
        return False
    group = str(version).rpartition("/")[0]
    return version is None or group in (API_VERSIONS[kind].rpartition("/")[0], *_LEGACY_GROUPS)


def read_workload(at: ManifestField) -> Workload | None:
    """Return the workload, or None if it is invalid, with the errors in `at.problems`."""
    error_count = len(at.problems.entries)
    meta, spec = at.child("metadata"), at.child("spec")
    template = spec.child("template")
    if not template.value:
        spec.problem("template", "must be set: add a pod template with metadata.labels and spec")
    for key in ("replicas", "parallelism", "completions"):
        if (number := spec.integer(key, 0)) < 0:
            spec.problem(key, f"must not be negative, got {number}: set it to 0 or more")
    kind, labels = at.text("kind"), template.child("metadata").string_map("labels")
    selector = _selector(kind, spec, labels) if template.value else Selector()
    name, namespace = meta.name("name"), meta.text("namespace") or "default"
    workload = Workload(
        manifest=at.value,
        kind=kind,
        namespace=namespace,
        name=name,
        uid=meta.text("uid") or uid_of(kind, namespace, name),
        spec=spec,
        status=at.child("status"),
        template=template.value,
        selector=selector,
        labels=labels,
    )
    return workload if len(at.problems.entries) == error_count else None


def _selector(kind: str, spec: ManifestField, labels: Labels) -> Selector:
    """Return spec.selector, checked against the template's labels; optional in Jobs and ReplicationControllers."""
    if kind == "ReplicationController":
        selector = equals(spec.string_map("selector") or labels)
    else:
        selector = read_label_selector(spec, "selector")
    if kind == "Job" and not spec.flag("manualSelector"):
        return selector
    if not selector.requirements:
        spec.problem("selector", "must be set and not empty: repeat labels of spec.template.metadata.labels")
    elif not selector.matches(labels):
        spec.problem(
            "selector",
            f"must match spec.template.metadata.labels, got {selector}: add these labels there",
        )
    return selector


def read_unchecked(manifest: Manifest) -> Workload | None:
    """Return a workload without reporting its errors, which are reported elsewhere."""
    return read_workload(ManifestField(manifest, "", Problems()))
