"""Reasons of the condition QuotaReserved=False, and which of two is the more severe.

Mirrors reasonSeverity of pkg/scheduler/flavorassigner/flavorassigner.go, and the constants of
apis/kueue/v1beta2/workload_types.go @ v0.19.2.
"""

from __future__ import annotations

TOPOLOGY_PLACEMENT_FAILED = "TopologyPlacementFailed"
WAITING_FOR_QUOTA = "WaitingForQuota"
EXCEEDS_MAX_QUOTA = "ExceedsMaxQuota"
NO_MATCHING_FLAVOR = "NoMatchingFlavor"
WAITING_FOR_PREEMPTED = "WaitingForPreemptedWorkloads"
WAITING_FOR_PODS_READY = "WaitingForPodsReady"
PENDING_EVALUATION = "PendingEvaluation"
SUSPENDED, MISCONFIGURED, DEACTIVATED = "Suspended", "Misconfigured", "Deactivated"
ADMISSION_GATED = "AdmissionGated"

_SEVERITIES = ("", TOPOLOGY_PLACEMENT_FAILED, WAITING_FOR_QUOTA, EXCEEDS_MAX_QUOTA, NO_MATCHING_FLAVOR)


def severity(reason: str) -> int:
    """Return how severe a reason is, 0 for none."""
    return _SEVERITIES.index(reason) if reason in _SEVERITIES else 0


def most_severe(a: str, b: str) -> str:
    """Return the more severe reason, the first of equal ones (mostSevereReason)."""
    return a if severity(a) >= severity(b) else b
