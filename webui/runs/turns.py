"""Whose run is computed next: small runs apart from large ones, and in each the turn goes round the requesters.

The rows of queued runs are the queue. A message of the broker only says that there is one more to compute, small or
large; which one is decided when a worker takes it. So somebody with a hundred runs waits with them, not everybody.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from django.db.models import Count, F, Max, Min, Q

from scheduler_core.contract import ScenarioSummary
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
    unfinished = Run.objects.filter(status__in=Run.UNFINISHED)
    yield from unfinished.filter(lease_owner=owner).values_list("pk", flat=True)
    run = Run.objects.filter(pk=message_run).first()
    if run is None:
        return
    if run.status == Run.Status.RUNNING:
        yield run.pk  # sent again after its worker was lost; if it was not, its lease is held
    tried: set[uuid.UUID] = set()
    while (pk := _longest_waiting(large=run.large, tried=tried)) is not None:
        tried.add(pk)
        yield pk


def _longest_waiting(*, large: bool, tried: set[uuid.UUID]) -> uuid.UUID | None:
    """Return the first queued run of the requester with the fewest running, then the longest without a start."""
    waiting = Run.objects.filter(status=Run.Status.QUEUED, large=large).exclude(pk__in=tried)
    requesters = waiting.order_by().values_list("requester", flat=True).distinct()
    served = (
        Run.objects.filter(requester__in=requesters, large=large)
        .order_by()
        .values("requester")
        .annotate(
            running=Count("pk", filter=Q(status=Run.Status.RUNNING)),
            last=Max("started"),
            first=Min("created", filter=Q(status=Run.Status.QUEUED)),
        )
        .order_by("running", F("last").asc(nulls_first=True), "first")
        .values_list("requester", flat=True)
    )
    for requester in served:
        pk = waiting.filter(requester=requester).order_by("created").values_list("pk", flat=True).first()
        if pk is not None:
            return pk
    return None
