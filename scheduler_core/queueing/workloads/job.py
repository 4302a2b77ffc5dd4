"""Job: one pod set of the pods that run at a time.

Mirrors pkg/controller/jobs/job/job_controller.go @ v0.19.2.
"""

from __future__ import annotations

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest

from .integration import Integration, PodSetTemplate, number
from .names import COMPLETIONS_FOLLOW, MIN_PARALLELISM


def pods_at_a_time(spec: Manifest) -> int:
    """Return how many pods a Job runs in parallel at first (podsCount)."""
    parallelism = number(spec.get("parallelism"), 1)
    return min(parallelism, number(spec.get("completions"), parallelism))


def _pod_sets(job: Manifest) -> list[PodSetTemplate]:
    count = pods_at_a_time(mapping(job, "spec"))
    return [PodSetTemplate("main", count, ("spec", "template"), _least(job), ("spec", "parallelism"))]


def _least(job: Manifest) -> int | None:
    """Return the number of pods that the job would start with (minPodsCount)."""
    written = mapping(job, "metadata", "annotations").get(MIN_PARALLELISM)
    return int(written) if isinstance(written, str) and written.isdigit() else None


def _resized(job: Manifest, count: int) -> Manifest:
    """Return the job with as many pods as were admitted (RunWithPodSetsInfo)."""
    if _least(job) is None:
        return job
    spec = {**mapping(job, "spec"), "parallelism": count}
    if mapping(job, "metadata", "annotations").get(COMPLETIONS_FOLLOW) == "true":
        spec["completions"] = count
    return {**job, "spec": spec}


JOB = Integration("Job", _pod_sets, ("spec", "suspend"), resized=_resized)
