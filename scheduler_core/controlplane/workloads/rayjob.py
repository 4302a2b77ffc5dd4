"""What submits a RayJob to its cluster: a Job of its own, or a container beside the head.

Mirrors GetDefaultSubmitterTemplate and GetDefaultSubmitterContainer of ray-operator/controllers/ray/common/job.go in
KubeRay @ v1.4, which Kueue's integration has too (pkg/controller/jobs/rayjob/rayjob_controller.go @ v0.19.2).
"""

from __future__ import annotations

from typing import Final

from scheduler_core.kubernetes.objects.parsing import Manifest

from .workload import mapping

SUBMITTER_TEMPLATE: Final = "submitterPodTemplate"
_NAME = "ray-job-submitter"
_RESOURCES = {
    "requests": {"cpu": "500m", "memory": "200Mi"},
    "limits": {"cpu": "1", "memory": "1Gi"},
}


def has_submitter(ray_job: Manifest) -> bool:
    """Return whether a Job submits a RayJob, which is the default."""
    return bool(mapping(ray_job, "spec").get("submissionMode", "K8sJobMode") == "K8sJobMode")


def with_submitter(ray_job: Manifest) -> Manifest:
    """Return a RayJob with the template of its submitter, or with the container beside the head; others as they are."""
    spec = mapping(ray_job, "spec")
    if has_submitter(ray_job):
        template = spec.get(SUBMITTER_TEMPLATE) or {
            "spec": {"restartPolicy": "Never", "containers": [_container(spec)]}
        }
        return {**ray_job, "spec": {**spec, SUBMITTER_TEMPLATE: template}}
    if spec.get("submissionMode") == "SidecarMode":
        return {**ray_job, "spec": {**spec, "rayClusterSpec": _with_sidecar(spec)}}
    return ray_job


def _container(spec: Manifest) -> Manifest:
    """Return the container that submits, of the image of the head."""
    listed = mapping(spec, "rayClusterSpec", "headGroupSpec", "template", "spec").get("containers")
    head = mapping(listed[0]) if isinstance(listed, list) and listed else {}
    return {"name": _NAME, "image": head.get("image"), "resources": _RESOURCES}


def _with_sidecar(spec: Manifest) -> Manifest:
    """Return the specification of the cluster with the submitter beside the head, which it gets only once."""
    cluster = mapping(spec, "rayClusterSpec")
    head, template = mapping(cluster, "headGroupSpec"), mapping(cluster, "headGroupSpec", "template")
    pod = mapping(template, "spec")
    containers = pod.get("containers")
    if not isinstance(containers, list) or any(mapping(c).get("name") == _NAME for c in containers):
        return cluster
    pod = {**pod, "containers": [*containers, _container(spec)]}
    return {**cluster, "headGroupSpec": {**head, "template": {**template, "spec": pod}}}
