"""Pods that a controller of the input's cluster tried to create in vain.

Reads the condition ReplicaFailure of calculateStatus in pkg/controller/replicaset/replica_set_utils.go @ v1.34.1, which
the Deployment controller copies to the Deployment. Other controllers say it in an event alone.
"""

from __future__ import annotations

from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest

from .workload import mapping

_KINDS = ("Deployment", "ReplicaSet", "ReplicationController")


def creation_failure(workload: Manifest) -> str:
    """Return what the API server answered the controller that created a pod last; "" if it did not refuse."""
    conditions = mapping(workload, "status").get("conditions")
    if kind_of(workload) not in _KINDS or not isinstance(conditions, list):
        return ""
    failed = {"type": "ReplicaFailure", "status": "True", "reason": "FailedCreate"}
    return next(
        (
            str(condition.get("message") or failed["reason"])
            for condition in conditions
            if isinstance(condition, dict) and failed.items() <= condition.items()
        ),
        "",
    )
