"""Which jobs have ended, so that nothing is made of them any more."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.templates import REPLICAS

from .workload import mapping

# By kind the conditions of which one is True then.
_CONDITIONS = {
    "Job": ("Complete", "Failed"),
    "JobSet": ("Completed", "Failed"),
    "TrainJob": ("Complete", "Failed"),
    **dict.fromkeys(REPLICAS, ("Succeeded", "Failed")),
}


def has_ended(manifest: Manifest) -> bool:
    """Return whether a job has succeeded or failed for good; what serves for ever never has."""
    kind, status = kind_of(manifest), mapping(manifest, "status")
    if kind == "RayJob":
        return status.get("jobDeploymentStatus") in ("Complete", "Failed")
    conditions = status.get("conditions")
    return any(
        isinstance(condition, dict)
        and condition.get("type") in _CONDITIONS.get(kind, ())
        and condition.get("status") == "True"
        for condition in (conditions if isinstance(conditions, list) else ())
    )
