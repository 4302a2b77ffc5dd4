"""The requests that the API server derives from limits.

Mirrors SetDefaults_Pod and setDefaultPodRequests of pkg/apis/core/v1/defaults.go @ v1.34.1. The reader of pods derives
those of containers; here they become visible.
"""

from __future__ import annotations

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.resources import supported_at_pod_level

from .report import Cause
from .request import AdmissionRequest
from .usage import CONTAINER_LISTS, container_requests


def state_requests(pod: AdmissionRequest) -> None:
    """Report the requests that are absent and have a limit."""
    for key in CONTAINER_LISTS:
        for i, container in enumerate(pod.items("spec", key)):
            limits, requests = (
                mapping(container, "resources", "limits"),
                mapping(container, "resources", "requests"),
            )
            for name, limit in limits.items():
                if name not in requests:
                    path = ("spec", key, i, "resources", "requests", name)
                    pod.state(limit, path, Cause("API defaults", f"spec.{key}[{i}].resources.limits"))


def request_at_pod_level(pod: AdmissionRequest) -> None:
    """Give spec.resources the requests that it lacks, if it has limits: those of all containers, else its limits."""
    level = pod.part("spec", "resources")
    limits, requests = mapping(level, "limits"), mapping(level, "requests")
    if not limits:
        return
    sums = {name: str(quantity) for name, quantity in container_requests(pod.part("spec")).items()}
    for name, value in {**limits, **sums}.items():
        if supported_at_pod_level(name) and name not in requests:
            origin = "the containers" if name in sums else "spec.resources.limits"
            pod.set(value, ("spec", "resources", "requests", name), Cause("API defaults", origin))
