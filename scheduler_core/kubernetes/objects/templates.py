"""Where the pod templates of workloads stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .kinds import kind_of
from .parsing import Manifest
from .reading import ManifestField

_EACH: Final = "*"
_OF_JOB_SET: Final = ("spec", "replicatedJobs", _EACH, "template", "spec", "template")
_RAY: Final = (("headGroupSpec", "template"), ("workerGroupSpecs", _EACH, "template"))

# Of Kubeflow's training jobs the field that has their replicas, and the types of these in the order of the job's pods.
REPLICAS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "PyTorchJob": ("pytorchReplicaSpecs", ("Master", "Worker")),
    "TFJob": ("tfReplicaSpecs", ("Chief", "Master", "PS", "Worker", "Evaluator")),
    "MPIJob": ("mpiReplicaSpecs", ("Launcher", "Worker")),
    "XGBoostJob": ("xgbReplicaSpecs", ("Master", "Worker")),
    "PaddleJob": ("paddleReplicaSpecs", ("Master", "Worker")),
    "JAXJob": ("jaxReplicaSpecs", ("Worker",)),
}

# The workloads with several templates: the paths of these, in which each entry of a list is meant by an asterisk.
SEVERAL: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "JobSet": (_OF_JOB_SET,),
    "TrainJob": (),  # its templates stand in the runtime
    **dict.fromkeys(("TrainingRuntime", "ClusterTrainingRuntime"), (("spec", "template", *_OF_JOB_SET),)),
    "LeaderWorkerSet": (
        ("spec", "leaderWorkerTemplate", "leaderTemplate"),
        ("spec", "leaderWorkerTemplate", "workerTemplate"),
    ),
    "RayCluster": tuple(("spec", *path) for path in _RAY),
    "RayJob": tuple(("spec", "rayClusterSpec", *path) for path in _RAY),
    "RayService": tuple(("spec", "rayClusterConfig", *path) for path in _RAY),
    **{
        kind: tuple(("spec", replicas, type_, "template") for type_ in types)
        for kind, (replicas, types) in REPLICAS.items()
    },
}


def template_path(kind: str) -> tuple[str, ...]:
    """Return the path of the pod template in a workload; of a JobSet's, in each of spec.replicatedJobs."""
    if kind == "CronJob":
        return "spec", "jobTemplate", "spec", "template"
    if kind == "JobSet":
        return "template", "spec", "template"
    return "spec", "template"


def template_paths(manifest: Manifest) -> Iterator[tuple[str | int, ...]]:
    """Yield the paths of the pod templates that a workload has."""
    kind = kind_of(manifest)
    for path in SEVERAL.get(kind, (template_path(kind),)):
        yield from (steps for steps, value in _at(manifest, path) if value)


def template_fields(at: ManifestField) -> Iterator[ManifestField]:
    """Yield the pod templates of a workload."""
    kind = kind_of(at.value)
    for path in SEVERAL.get(kind, (template_path(kind),)):
        fields = [at]
        for key, following in zip(path, (*path[1:], ""), strict=True):
            if key == _EACH:
                continue
            if following == _EACH:
                fields = [entry for field in fields for entry in field.children(key)]
            else:
                fields = [field.child(key) for field in fields]
        yield from (field for field in fields if field.value or kind not in SEVERAL)


def _at(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str | int, ...], object]]:
    """Yield what stands at a path, with the steps to it."""
    if not path:
        yield (), value
        return
    key, rest = path[0], path[1:]
    entries: list[tuple[str | int, object]] = []
    if key == _EACH:
        entries = list(enumerate(value)) if isinstance(value, list) else []
    elif isinstance(value, dict) and key in value:
        entries = [(key, value[key])]
    for step, entry in entries:
        yield from (((step, *steps), leaf) for steps, leaf in _at(entry, rest))
