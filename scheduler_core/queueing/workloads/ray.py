"""RayCluster, RayJob and RayService: a pod set for the head, one for each group of workers, one for what submits.

Mirrors pkg/controller/jobs/raycluster/common.go, rayjob/rayjob_controller.go and rayservice/rayservice_controller.go
@ v0.19.2. Not followed: clusters that scale themselves, which take elastic workloads, and the share of Redis' cleanup.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scheduler_core.controlplane.workloads.rayjob import SUBMITTER_TEMPLATE, has_submitter, with_submitter
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest

from .integration import Change, Integration, Path, PodSetTemplate, given_in_place, items_at, number


def _of_cluster(spec: Path) -> Callable[[Manifest], Sequence[PodSetTemplate]]:
    """Return the function for a kind that has the specification of its cluster at a path."""

    def pod_sets(job: Manifest) -> Sequence[PodSetTemplate]:
        templates = [PodSetTemplate("head", 1, (*spec, "headGroupSpec", "template"))]
        for i, group in enumerate(items_at(job, (*spec, "workerGroupSpecs"))):
            hosts = max(number(mapping(group).get("numOfHosts"), 1), 1)
            count = number(mapping(group).get("replicas"), 1) * hosts
            at, name = (*spec, "workerGroupSpecs", i), str(mapping(group).get("groupName")).lower()
            replicas = (*at, "replicas")
            templates.append(
                PodSetTemplate(name, count, (*at, "template"), replicas=replicas, pods_each=hosts)
            )
        return templates

    return pod_sets


_of_jobs_cluster = _of_cluster(("spec", "rayClusterSpec"))


def _of_job(ray_job: Manifest) -> Sequence[PodSetTemplate]:
    submitter = (
        [PodSetTemplate("submitter", 1, ("spec", SUBMITTER_TEMPLATE))] if has_submitter(ray_job) else []
    )
    return [*_of_jobs_cluster(ray_job), *submitter]


def _given(ray_job: Manifest, pod_set: PodSetTemplate, change: Change) -> Manifest:
    return given_in_place(with_submitter(ray_job), pod_set, change)


RAY_CLUSTER = Integration("RayCluster", _of_cluster(("spec",)), ("spec", "suspend"))
RAY_JOB = Integration(
    "RayJob",
    _of_job,
    ("spec", "suspend"),
    spelled_out=lambda ray_job, _: with_submitter(ray_job),
    given=_given,
    is_left=lambda ray_job: bool(mapping(ray_job, "spec").get("clusterSelector")),
)
RAY_SERVICE = Integration(
    "RayService",
    _of_cluster(("spec", "rayClusterConfig")),
    ("spec", "rayClusterConfig", "suspend"),
)
