"""RayCluster, RayJob and RayService: a pod set for the head, and one for each group of workers.

Mirrors pkg/controller/jobs/raycluster/raycluster_controller.go, rayjob/ and raycluster/ of the same folder @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest

from .integration import Integration, Path, PodSetTemplate, items_at, number


def _of_cluster(spec: Path) -> Callable[[Manifest], Sequence[PodSetTemplate]]:
    """Return the function for a kind that has the specification of its cluster at a path."""

    def pod_sets(job: Manifest) -> Sequence[PodSetTemplate]:
        found = [PodSetTemplate("head", 1, (*spec, "headGroupSpec", "template"))]
        for i, group in enumerate(items_at(job, (*spec, "workerGroupSpecs"))):
            hosts = max(number(mapping(group).get("numOfHosts"), 1), 1)
            count = number(mapping(group).get("replicas"), 1) * hosts
            at, name = (*spec, "workerGroupSpecs", i), str(mapping(group).get("groupName")).lower()
            replicas = (*at, "replicas")
            found.append(PodSetTemplate(name, count, (*at, "template"), replicas=replicas, each=hosts))
        return found

    return pod_sets


def _job_ended(job: Manifest) -> bool:
    return mapping(job, "status").get("jobStatus") in ("SUCCEEDED", "FAILED", "STOPPED")


RAY_CLUSTER = Integration(
    "RayCluster", "ray.io", _of_cluster(("spec",)), ("spec", "suspend"), lambda cluster: False
)
RAY_JOB = Integration(
    "RayJob", "ray.io", _of_cluster(("spec", "rayClusterSpec")), ("spec", "suspend"), _job_ended
)
