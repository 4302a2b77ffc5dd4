"""Whose run is computed next: small runs apart from large ones, and in each the turn goes round the requesters.

The rows of queued runs are the queue. A message of the broker only says that there is one more to compute, small or
large; which one is decided when a worker takes it. So somebody with a hundred runs waits with them, not everybody.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterator, Mapping

from django.db.models import Max

from scheduler_core.contract import ScenarioSummary
from webui.lib.database import retry
from webui.runs import limits
from webui.runs.execute import claim
from webui.runs.models import Run

SMALL_QUEUE, LARGE_QUEUE = "schedscope.small", "schedscope.large"
SMALL_PAIRS = 50_000  # of a pending pod and a node: about a second
SMALL_OBJECTS = 5_000  # nodes and pods, which take about a second to read


def is_large(summary: ScenarioSummary) -> bool:
    """Return whether a run of this size may take more than about two seconds."""
    pairs = summary["pending"] * max(100, summary["nodes"])
    return pairs > SMALL_PAIRS or summary["nodes"] + summary["pods"] > SMALL_OBJECTS


def queue_of(run: Run) -> str:
    """Return the broker's queue for the messages of a run."""
    return LARGE_QUEUE if run.large else SMALL_QUEUE


def claim_next(message_run: uuid.UUID, *, owner: str) -> Run | None:
    """Claim the run whose turn it is, for a message that was sent for `message_run`; None if there is none.

    `owner` is the id of the message: if that is delivered again, its run goes on.
    """
    for pk in _turns(message_run, owner):
        run = claim(pk, owner=owner)
        if run is not None:
            return run
    return None


def _turns(message_run: uuid.UUID, owner: str) -> Iterator[uuid.UUID]:
    """Yield runs to claim, in turn. Whoever asks for another one could not claim the one before."""
    unfinished = retry(_unfinished, seconds=limits.DATABASE_PATIENCE_SECONDS)
    yield from (run.pk for run in unfinished if run.lease_owner == owner)
    sent_for = next((run for run in unfinished if run.pk == message_run), None)
    sent_for = sent_for or Run.objects.filter(pk=message_run).first()
    if sent_for is None:
        return
    if sent_for.status == Run.Status.RUNNING:
        yield sent_for.pk  # sent again after its worker was lost; if it was not, its lease is held
    alike = [run for run in unfinished if run.large == sent_for.large]
    running = Counter(run.requester for run in alike if run.status == Run.Status.RUNNING)
    waiting: dict[str, list[Run]] = {}
    for run in alike:
        if run.status == Run.Status.QUEUED:
            waiting.setdefault(run.requester, []).append(run)
    while waiting:
        requester = _next_requester(waiting, running, large=sent_for.large)
        yield waiting[requester].pop(0).pk
        running[requester] += 1  # another worker has claimed it
        if not waiting[requester]:
            del waiting[requester]


def _unfinished() -> list[Run]:
    """Return what decides whose turn it is, the oldest run first."""
    runs = Run.objects.filter(status__in=Run.UNFINISHED).order_by("created")
    return list(runs.only("status", "large", "requester", "lease_owner", "created"))


def _next_requester(waiting: Mapping[str, list[Run]], running: Mapping[str, int], *, large: bool) -> str:
    """Return the requester with the fewest running, then the longest without a start, then the first in the queue."""
    fewest = min(running[requester] for requester in waiting)
    requesters = [requester for requester in waiting if running[requester] == fewest]
    if len(requesters) == 1:
        return requesters[0]
    past = Run.objects.filter(requester__in=requesters, large=large, started__isnull=False).order_by()
    started = dict(past.values_list("requester").annotate(Max("started")))
    without_start = [requester for requester in requesters if requester not in started]
    if without_start:
        return min(without_start, key=lambda requester: waiting[requester][0].created)
    return min(requesters, key=started.__getitem__)
