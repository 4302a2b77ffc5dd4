"""The Jobs that a CronJob, a JobSet or a TrainJob creates, as fields under the paths of their templates.

Mirrors getJobFromTemplate2 of pkg/controller/cronjob/utils.go @ v1.34.1 and constructJob of
sigs.k8s.io/jobset/pkg/controllers/jobset_controller.go @ v0.8; `trainjob.py` has what a TrainJob adds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.sentences import worded

from .cluster import Cluster
from .pods import namespace_of
from .trainjob import RUNTIMES, TRAIN_JOB, is_trained_elsewhere, job_set_of, runtime_name
from .workload import mapping

_LABEL = "jobset.sigs.k8s.io"


def next_job(at: ManifestField, cluster: Cluster) -> Iterator[ManifestField]:
    """Yield the first Job of a CronJob; a CronJob that has run already is not due."""
    spec, status = at.child("spec"), at.child("status")
    if spec.flag("suspend") or status.has("lastScheduleTime") or cluster.owns_jobs(at.value):
        return
    name, template = at.child("metadata").name("name"), spec.child("jobTemplate")
    minute = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4]) % 10**8
    yield _job(at, template, f"{name}-{minute:08}")


def jobs_of_set(at: ManifestField, cluster: Cluster) -> Iterator[ManifestField]:
    """Yield the Jobs of a JobSet that the input lacks."""
    spec, name = at.child("spec"), at.child("metadata").name("name")
    if spec.flag("suspend"):
        return
    for group in spec.children("replicatedJobs"):
        group_name = group.name("name")
        for index in range(group.integer("replicas", 1)):
            job_name = f"{name}-{group_name}-{index}"
            if not cluster.has_job(namespace_of(at.value), job_name):
                cluster.reserve_objects(1)
                labels = {
                    f"{_LABEL}/jobset-name": name,
                    f"{_LABEL}/replicatedjob-name": group_name,
                    f"{_LABEL}/job-index": str(index),
                }
                yield _job(at, group.child("template"), job_name, labels)


def jobs_of_train_job(at: ManifestField, cluster: Cluster) -> Iterator[ManifestField]:
    """Yield the Jobs of the JobSet that a TrainJob becomes, unless the input has that or lacks the runtime."""
    trainer = at.child("spec").child("trainer")
    if (nodes := trainer.integer("numNodes", 1)) < 1:
        trainer.problem("numNodes", worded("must be at least 1, got {value}", value=nodes))
        return
    runtime = cluster.runtimes.get(runtime_name(at.value))
    name = str(mapping(at.value, "metadata").get("name"))
    if runtime is None or is_trained_elsewhere(at.value) or cluster.has_job_set(namespace_of(at.value), name):
        return
    yield from jobs_of_set(ManifestField(job_set_of(at.value, runtime), "", at.problems), cluster)


def _job(
    at: ManifestField, template: ManifestField, name: str, labels: Manifest | None = None
) -> ManifestField:
    """Return the Job of a template; a JobSet's `labels` are also those of its pods."""
    spec = mapping(template.value, "spec")
    if labels:
        pod, meta = mapping(spec, "template"), mapping(spec, "template", "metadata")
        spec = {
            **spec,
            "template": {**pod, "metadata": {**meta, "labels": {**mapping(meta, "labels"), **labels}}},
        }
    meta = {**mapping(template.value, "metadata"), "name": name, "namespace": namespace_of(at.value)}
    return ManifestField(
        {"apiVersion": "batch/v1", "kind": "Job", "metadata": meta, "spec": spec}, template.path, at.problems
    )


JOBS: dict[str, Callable[[ManifestField, Cluster], Iterator[ManifestField]]] = {
    "CronJob": next_job,
    "JobSet": jobs_of_set,
    TRAIN_JOB: jobs_of_train_job,
    **dict.fromkeys(RUNTIMES, lambda at, cluster: iter(())),
}
