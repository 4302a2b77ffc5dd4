"""JobSet: a pod set for each of its replicated jobs.

Mirrors pkg/controller/jobs/jobset/jobset_controller.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest

from .integration import Integration, PodSetTemplate, items_at, number
from .job import pods_at_a_time


def _pod_sets(job_set: Manifest) -> list[PodSetTemplate]:
    return list(_each(job_set))


def _each(job_set: Manifest) -> Iterator[PodSetTemplate]:
    for i, part in enumerate(items_at(job_set, ("spec", "replicatedJobs"))):
        at_a_time = pods_at_a_time(mapping(part, "template", "spec"))
        count = number(mapping(part).get("replicas"), 1) * at_a_time
        job = "spec", "replicatedJobs", i
        path, replicas = (*job, "template", "spec", "template"), (*job, "replicas")
        name = str(mapping(part).get("name"))
        yield PodSetTemplate(name, count, path, replicas=replicas, pods_each=max(at_a_time, 1))


JOB_SET = Integration("JobSet", _pod_sets, ("spec", "suspend"))
