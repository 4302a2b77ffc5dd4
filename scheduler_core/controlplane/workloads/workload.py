"""A workload of the input, with the fields that its controller needs."""

from __future__ import annotations

from dataclasses import dataclass, field

from scheduler_core import allowance
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.labels import Labels, Selector, equals
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.objects.selectors import read_label_selector
from scheduler_core.sentences import Sentence, worded

from .names import uid_of

API_VERSIONS = {
    "ReplicationController": "v1",
    "Deployment": "apps/v1",
    "ReplicaSet": "apps/v1",
    "StatefulSet": "apps/v1",
    "DaemonSet": "apps/v1",
    "Job": "batch/v1",
    "CronJob": "batch/v1",
    "JobSet": "jobset.x-k8s.io/v1alpha2",
    "LeaderWorkerSet": "leaderworkerset.x-k8s.io/v1",
    "RayCluster": "ray.io/v1",
    "RayJob": "ray.io/v1",
    "RayService": "ray.io/v1",
    "Rollout": "argoproj.io/v1alpha1",
    **dict.fromkeys(("PyTorchJob", "TFJob", "XGBoostJob", "PaddleJob", "JAXJob"), "kubeflow.org/v1"),
    "MPIJob": "kubeflow.org/v2beta1",
    **dict.fromkeys(
        ("TrainJob", "TrainingRuntime", "ClusterTrainingRuntime"), "trainer.kubeflow.org/v1alpha1"
    ),
}

_SELECTOR_DEFAULTED = ("extensions/v1beta1", "apps/v1beta1")  # to the labels of the template


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
    """Return whether a manifest is a workload; other groups have kinds of the same names.

    A Rollout that refers to a Deployment has no template of its own: the Deployment stands for both.
    """
    kind = kind_of(manifest)
    return kind in API_VERSIONS and not (kind == "Rollout" and mapping(manifest, "spec", "workloadRef"))


def is_being_deleted(manifest: Manifest) -> bool:
    """Return whether a workload is being deleted, so that its controller creates no more pods."""
    return mapping(manifest, "metadata").get("deletionTimestamp") is not None


def replicas_of(at: ManifestField, default: int) -> int:
    """Return the replicas that a field asks for; 0 with an error if they are negative, or more than may be made."""
    replicas, most = at.integer("replicas", default), allowance.most_objects()
    if replicas < 0:
        at.problem("replicas", _negative(replicas))
    elif replicas > most:
        at.problem(
            "replicas",
            worded(
                "must be at most {most} here, got {replicas}: use fewer",
                most=f"{most:,}",
                replicas=f"{replicas:,}",
            ),
        )
    else:
        return replicas
    return 0


def _negative(number: int) -> Sentence:
    return worded("must not be negative, got {value}: set it to 0 or more", value=number)


def read_workload(at: ManifestField) -> Workload | None:
    """Return the workload, or None if it is invalid, with the errors in `at.problems`."""
    error_count = len(at.problems.entries)
    meta, spec = at.child("metadata"), at.child("spec")
    template = spec.child("template")
    if not template.value:
        spec.problem("template", worded("must be set: add a pod template with metadata.labels and spec"))
    replicas_of(spec, 0)
    for key in ("parallelism", "completions"):
        if (number := spec.integer(key, 0)) < 0:
            spec.problem(key, _negative(number))
    kind, labels = at.text("kind"), template.child("metadata").string_map("labels")
    selector = _selector(at, labels) if template.value else Selector()
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


def _selector(at: ManifestField, labels: Labels) -> Selector:
    """Return spec.selector, checked against the template's labels; optional in Jobs and in the first versions."""
    kind, spec = at.text("kind"), at.child("spec")
    error_count = len(at.problems.entries)
    if kind == "ReplicationController":
        selector = equals(spec.string_map("selector") or labels)
    elif not spec.has("selector") and at.text("apiVersion") in _SELECTOR_DEFAULTED:
        selector = equals(labels)
    else:
        selector = read_label_selector(spec, "selector")
    if kind == "Job" and not spec.flag("manualSelector"):
        return selector
    if not selector.requirements:
        spec.problem(
            "selector", worded("must be set and not empty: repeat labels of spec.template.metadata.labels")
        )
    elif len(at.problems.entries) == error_count and not selector.matches(labels):
        spec.problem(
            "selector",
            worded(
                "must match spec.template.metadata.labels, got {labels}: add these labels there",
                labels=selector,
            ),
        )
    return selector


def read_unchecked(manifest: Manifest) -> Workload | None:
    """Return a workload without reporting its errors, which are reported elsewhere."""
    return read_workload(ManifestField(manifest, "", Problems()))
