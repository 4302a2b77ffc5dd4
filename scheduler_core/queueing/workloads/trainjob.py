"""TrainJob: a pod set for each replicated job of the JobSet that it becomes with its runtime.

Mirrors pkg/controller/jobs/trainjob/trainjob_controller.go @ v0.19.2. What an admission gives to the pods goes into a
patch of the runtime by which the Trainer makes the JobSet: tolerations of the flavors stand for those of the runtime.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scheduler_core.controlplane.workloads.trainjob import TRAIN_JOB, is_training, job_set_of, runtime_name
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest

from .integration import Change, Integration, NoSuchObject, PodSetTemplate, Runtimes, items_at, with_value
from .jobset import JOB_SET

_MANAGER = "kueue.x-k8s.io/manager"
_PATCHES = "spec", "runtimePatches"
_JOBS = "trainingRuntimeSpec", "template", "spec", "replicatedJobs"


def _spelled_out(train_job: Manifest, runtimes: Runtimes) -> Manifest:
    name = runtime_name(train_job)
    if name not in runtimes:
        raise NoSuchObject(f"{name} does not exist")
    return job_set_of(train_job, runtimes[name])


def _pod_sets(job_set: Manifest) -> Sequence[PodSetTemplate]:
    jobs = items_at(job_set, ("spec", "replicatedJobs"))
    return [
        replace(part, replicas=("spec", "trainer", "numNodes") if _is_counted(job) else (), pods_each=1)
        for part, job in zip(JOB_SET.pod_sets(job_set), jobs, strict=True)
    ]


def _is_counted(job: Manifest) -> bool:
    """Return whether the TrainJob says how many pods of a replicated job there are: of MPI it says it of others."""
    return is_training(job) and job.get("name") != "launcher"


def _given(train_job: Manifest, pod_set: PodSetTemplate, change: Change) -> Manifest:
    """Return a TrainJob whose patch by Kueue has what a pod set gets."""
    patches = items_at(train_job, _PATCHES)
    own = next(
        (i for i, patch in enumerate(patches) if mapping(patch).get("manager") == _MANAGER), len(patches)
    )
    patch = patches[own] if own < len(patches) else {"manager": _MANAGER}
    others = [job for job in items_at(patch, _JOBS) if mapping(job).get("name") != pod_set.name]
    job = {"name": pod_set.name, "template": {"spec": {"template": change({})}}}
    return with_value(
        train_job, _PATCHES, [*patches[:own], with_value(patch, _JOBS, [*others, job]), *patches[own + 1 :]]
    )


TRAINING = Integration(TRAIN_JOB, _pod_sets, ("spec", "suspend"), spelled_out=_spelled_out, given=_given)
