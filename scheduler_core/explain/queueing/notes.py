"""What Kueue does not say of a workload that waits."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.queueing.cycle.entry import Nomination
from scheduler_core.queueing.objects.workload import QUOTA_RESERVED, Workload

from .contract import QueueSentence
from .desk import Desk
from .phrases import NOTES, sentence


def notes_on(desk: Desk, workload: Workload, nomination: Nomination | None) -> Iterator[QueueSentence]:
    """Yield the notes on a workload that is not admitted."""
    name = desk.queue_name(workload)
    condition = workload.by_type.get(QUOTA_RESERVED)
    looked_at = desk.queued.settled.looked_at.get(workload.key, 0)
    is_parked = bool(name) and workload.key in desk.pending_queue(name).parked
    if is_parked and condition is None and not looked_at:
        yield sentence(NOTES, "equivalent")
    elif is_parked:
        yield sentence(NOTES, "parked")
    said = condition.message if condition else ""
    if nomination is not None and looked_at and said and said != nomination.assignment.message:
        yield sentence(NOTES, "stale", cycle=looked_at)
    if condition is not None and looked_at and condition.reason not in ("", "Pending"):
        yield sentence(NOTES, "pending_reason", reason=condition.reason)
    if desk.queued.settled.repeats and name and workload.key in desk.pending_queue(name).active:
        yield sentence(NOTES, "alternates")
