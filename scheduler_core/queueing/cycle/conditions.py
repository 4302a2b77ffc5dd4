"""What becomes of a workload's conditions when it is admitted, refused, evicted.

Mirrors pkg/workload/workload.go, admissionchecks.go and evict/ @ v0.19.2. Times are RFC 3339.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scheduler_core.queueing.assignment.reasons import PENDING_EVALUATION
from scheduler_core.queueing.objects.workload import (
    ADMITTED,
    EVICTED,
    PREEMPTED,
    QUOTA_RESERVED,
    REQUEUED,
    Admission,
    Condition,
    Workload,
)

BLOCKED_ON_GATES = "BlockedOnPreemptionGates"


def refused(workload: Workload, reason: str, message: str, now: str) -> Workload:
    """Return a workload without quota, with the reason (UnsetQuotaReservationWithCondition)."""
    refusal = Condition(QUOTA_RESERVED, reason, message, now, status=False)
    return _synced(replace(workload.with_condition(refusal), admission=None), now)


def admitted(workload: Workload, admission: Admission, checks: Iterable[str], now: str) -> Workload:
    """Return a workload with its quota reserved, and admitted if it has passed all admission checks.

    Mirrors SetQuotaReservation and prepareWorkload. `checks` are those of its ClusterQueue.
    """
    message = f"Quota reserved in ClusterQueue {admission.cluster_queue}"
    reserved = Condition(QUOTA_RESERVED, QUOTA_RESERVED, message, now)
    workload = replace(workload, admission=admission).with_condition(reserved)
    for type_ in (EVICTED, PREEMPTED, BLOCKED_ON_GATES):
        former = workload.by_type.get(type_)
        if former is not None and former.status:
            text = f"Previously: {former.message}"
            workload = workload.with_condition(Condition(type_, QUOTA_RESERVED, text, now, status=False))
    return _synced(workload, now) if workload.checks.keys() >= set(checks) else workload


def preempted(workload: Workload, reason: str, message: str, now: str) -> Workload:
    """Return a workload that has to go; it keeps its quota until its pods are gone (Evict)."""
    victim = workload.with_condition(Condition(PREEMPTED, reason, message, now))
    return victim.with_condition(Condition(EVICTED, PREEMPTED, message, now))


def migrating(workload: Workload, message: str, now: str) -> Workload:
    """Return a variant that has to go, since one with a better flavor can be admitted (issueMigration)."""
    return workload.with_condition(Condition(EVICTED, "FlavorMigration", message, now))


def evicted(workload: Workload, now: str) -> Workload:
    """Return a workload whose pods are gone, as the job reconciler gives its quota back."""
    eviction = workload.by_type[EVICTED]
    requeued = Condition(REQUEUED, eviction.reason, eviction.message, now)
    return refused(workload.with_condition(requeued), PENDING_EVALUATION, eviction.message, now)


def gated(workload: Workload, message: str, now: str) -> Workload:
    """Return a workload that may not preempt yet (SetBlockedOnPreemptionGatesCondition)."""
    return workload.with_condition(Condition(BLOCKED_ON_GATES, "PreemptionGated", message, now))


def _synced(workload: Workload, now: str) -> Workload:
    """Return a workload whose condition Admitted follows its quota and checks (SyncAdmittedCondition)."""
    if workload.reserves_quota and any(state != "Ready" for state in workload.checks.values()):
        message = "The workload has not all checks ready"
        condition = Condition(ADMITTED, "UnsatisfiedAdmissionChecks", message, now, status=False)
    elif workload.reserves_quota:
        condition = Condition(ADMITTED, "Admitted", "The workload is admitted", now)
    else:
        condition = Condition(ADMITTED, "NoReservation", "The workload has no reservation", now, status=False)
    return workload.with_condition(condition)
