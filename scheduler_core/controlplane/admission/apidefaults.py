"""The requests that the API server derives from limits.

Mirrors SetDefaults_Pod of pkg/apis/core/v1/defaults.go @ v1.34.1. The reader of pods derives them; here they become
visible.
"""

from __future__ import annotations

from scheduler_core.controlplane.workloads.workload import mapping

from .report import Cause
from .request import AdmissionRequest
from .usage import CONTAINER_LISTS


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
