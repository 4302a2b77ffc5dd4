"""Changes of the queue."""

from __future__ import annotations

from scheduler_core.kubernetes.versions.change import Change, turned_on

CHANGES = (
    Change(
        "pop-from-backoff",
        "1.33",
        "If activeQ is empty, a pod in backoff is scheduled early",
        (turned_on("pops_from_backoff"),),
        kep=5142,
        pull_request=130772,
        note="Failed pods are retried without waiting if there is nothing else to schedule, so the order "
        "of attempts changes.",
    ),
    Change(
        "lost-nomination-requeues",
        "1.33",
        "When a pod's nomination is removed, changed or used, pods of the same or lower priority are "
        "requeued",
        (turned_on("lost_nominations_requeue"),),
    ),
    Change(
        "leaving-anti-affinity-requeues",
        "1.35",
        "When a pod is deleted, pods that its anti-affinity repelled are requeued",
        (turned_on("leaving_anti_affinity_requeues"),),
    ),
)
