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
        note="Pods that failed are tried again without waiting if nothing else is to be scheduled, so the order of "
        "attempts changes.",
    ),
    Change(
        "lost-nomination-requeues",
        "1.33",
        "A pod that loses, changes or uses up its nomination brings back pods of the same or a lower priority",
        (turned_on("lost_nominations_requeue"),),
    ),
    Change(
        "leaving-anti-affinity-requeues",
        "1.35",
        "A pod that leaves brings back those that its own anti-affinity repelled",
        (turned_on("leaving_anti_affinity_requeues"),),
    ),
)
