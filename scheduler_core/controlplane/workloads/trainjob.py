"""TrainJob of Kubeflow's Trainer: the JobSet that it becomes with its runtime.

Mirrors newRuntimeInfo and mergeRuntimePatches of pkg/runtime/core/trainingruntime.go, EnforceMLPolicy of the plugins in
pkg/runtime/framework/plugins/, and jobset/builder.go there @ v2.3.0, as far as it decides how many pods there are and
where they may go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest

from .pods import namespace_of
from .workload import mapping

TRAIN_JOB: Final = "TrainJob"
OF_CLUSTER: Final = "ClusterTrainingRuntime"
RUNTIMES: Final = ("TrainingRuntime", OF_CLUSTER)
_CONTROLLER = "trainer.kubeflow.org/trainjob-controller"
_ANCESTOR, _TRAINER = "trainer.kubeflow.org/trainjob-ancestor-step", "trainer"
_INITIALIZERS = ("dataset-initializer", "model-initializer")
_NODE = "node"  # the name of the containers that train, and of MPI's job of workers
# Lists that a strategic merge joins by the names of their items; any other is replaced.
_JOINED = ("replicatedJobs", "containers", "initContainers", "volumes", "schedulingGates")


def runtime_name(train_job: Manifest) -> str:
    """Return the runtime that a TrainJob refers to: "TrainingRuntime ml/torch", "ClusterTrainingRuntime torch"."""
    reference = mapping(train_job, "spec", "runtimeRef")
    return _name(str(reference.get("kind", OF_CLUSTER)), namespace_of(train_job), reference.get("name"))


def runtimes_by_name(manifests: Iterable[object]) -> dict[str, Manifest]:
    """Return the runtimes among manifests, by the names that `runtime_name` gives them."""
    return {
        _name(kind_of(manifest), namespace_of(manifest), mapping(manifest, "metadata").get("name")): manifest
        for manifest in manifests
        if isinstance(manifest, dict) and kind_of(manifest) in RUNTIMES
    }


def _name(kind: str, namespace: str, name: object) -> str:
    return f"{kind} {name}" if kind == OF_CLUSTER else f"{kind} {namespace}/{name}"


def is_trained_elsewhere(train_job: Manifest) -> bool:
    """Return whether another controller makes the pods of a TrainJob (IsManagedByExternalController)."""
    return bool(mapping(train_job, "spec").get("managedBy", _CONTROLLER) != _CONTROLLER)


def job_set_of(train_job: Manifest, runtime: Manifest) -> Manifest:
    """Return the JobSet of a TrainJob, with the places of all replicated jobs as its runtime has them."""
    template, policy = mapping(runtime, "spec", "template"), mapping(runtime, "spec").get("mlPolicy")
    spec = mapping(template, "spec")
    for patch in _listed(mapping(train_job, "spec").get("runtimePatches")):
        spec = _merged(spec, mapping(patch, "trainingRuntimeSpec", "template", "spec"))
    trainer = mapping(train_job, "spec", "trainer")
    jobs = [_resourced(job, policy, trainer) for job in _listed(spec.get("replicatedJobs"))]
    counts = _counts(jobs, policy, trainer.get("numNodes"))
    return {
        "apiVersion": "jobset.x-k8s.io/v1alpha2",
        "kind": "JobSet",
        "metadata": {
            "name": mapping(train_job, "metadata").get("name"),
            "namespace": namespace_of(train_job),
        },
        "spec": {
            **spec,
            "suspend": mapping(train_job, "spec").get("suspend") is True,
            "replicatedJobs": [_counted(job, count) for job, count in zip(jobs, counts, strict=True)],
        },
    }


def is_training(job: Manifest) -> bool:
    """Return whether a replicated job is the step that trains, of MPI its launcher."""
    return _step(job) == _TRAINER


def is_given_resources(job: Manifest, policy: object) -> bool:
    """Return whether a replicated job gets the `resourcesPerNode` of a TrainJob, by the policy of its runtime."""
    trains = is_training(job) or (_launcher_trains(policy) and job.get("name") == _NODE)
    return trains and isinstance(policy, dict)


def _step(job: Manifest) -> str:
    return str(mapping(job, "template", "metadata", "labels").get(_ANCESTOR, ""))


def _is_node(job: Manifest, policy: object) -> bool:
    """Return whether the pods of a replicated job are the nodes that a TrainJob counts."""
    return job.get("name") == _NODE if "mpi" in mapping(policy) else is_training(job)


def _launcher_trains(policy: object) -> bool:
    return mapping(policy, "mpi").get("runLauncherAsNode") is True


def _counts(jobs: list[Manifest], policy: object, nodes: object) -> list[object]:
    """Return how many pods of each replicated job run at a time; `nodes` is what the TrainJob says, if it does."""
    counts: list[object] = [
        mapping(policy).get("numNodes", 1)
        if isinstance(policy, dict) and is_training(job)
        else mapping(job, "template", "spec").get("parallelism", 1)
        for job in jobs
    ]
    first = next((i for i, job in enumerate(jobs) if _is_node(job, policy)), None)
    if isinstance(nodes, int) and first is not None:
        counts[first] = max(nodes - 1, 1) if _launcher_trains(policy) else nodes
    return counts


def _counted(job: Manifest, count: object) -> Manifest:
    """Return a replicated job that runs this many pods; of what trains and of initializers there is one."""
    template, spec = mapping(job, "template"), mapping(job, "template", "spec")
    single = {"replicas": 1} if _step(job) in (_TRAINER, *_INITIALIZERS) else {}
    numbers = {"parallelism": count, "completions": count}
    return {**job, **single, "template": {**template, "spec": {**spec, **numbers}}}


def _resourced(job: Manifest, policy: object, trainer: Manifest) -> Manifest:
    """Return a replicated job whose training containers have the resources that the TrainJob gives each node."""
    more = trainer.get("resourcesPerNode")
    containers = _listed(mapping(job, "template", "spec", "template", "spec").get("containers"))
    trains = any(container.get("name") == _NODE for container in containers)
    if not more or not trains or not is_given_resources(job, policy):
        return job
    pod = {"containers": [{"name": _NODE, "resources": more}]}
    return _merged(job, {"template": {"spec": {"template": {"spec": pod}}}})


def _merged(base: Manifest, patch: Mapping[str, Any]) -> Manifest:
    """Return a mapping with another one merged into it, as a strategic merge patch does."""
    result = dict(base)
    for key, value in patch.items():
        old = result.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            result[key] = _merged(old, value)
        elif isinstance(value, list) and isinstance(old, list) and key in _JOINED:
            result[key] = _joined(_listed(old), _listed(value))
        else:
            result[key] = value
    return result


def _joined(items: list[Manifest], patches: list[Manifest]) -> list[Manifest]:
    by_name = {item.get("name"): item for item in items}
    for patch in patches:
        name = patch.get("name")
        by_name[name] = _merged(by_name.get(name, {}), patch)
    return list(by_name.values())


def _listed(value: object) -> list[Manifest]:
    """Return the mappings of a list; faults are reported where it is read."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
