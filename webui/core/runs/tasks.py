"""The task of a run, and which run is computed next."""

from __future__ import annotations

import logging
import uuid
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from celery import shared_task
from django.dispatch import receiver

from scheduler_core.contract import ScenarioSummary
from webui.config.publishing import NotSent, publisher
from webui.config.worker import recovery
from webui.core.runs.execute import claim, execute
from webui.core.runs.models import Run
from webui.ground.lib.database import retry
from webui.ground.lib.turns import Turns, Unfinished
from webui.ground.lib.work import kept_lease
from webui.ground.telemetry.context import run_id as run_in_log

if TYPE_CHECKING:
    from celery import Task

logger = logging.getLogger(__name__)

SMALL_QUEUE, LARGE_QUEUE = "schedscope.small", "schedscope.large"
SMALL_PAIRS = 50_000  # of a pending pod and a node: about a second
SMALL_OBJECTS = 5_000  # nodes and pods, which take about a second to read

_turns = {large: Turns() for large in (False, True)}


# Do not change the name: messages in the queue carry it, including those of an older version.
@shared_task(name="webui.runs.tasks.run_scenario", bind=True)
def run_scenario(self: Task[Any, None], run_id: str) -> None:
    """Compute the run whose turn it is: one message is sent for each run. Safe to deliver any number of times."""
    sent_for = uuid.UUID(run_id)
    run = claim_next(sent_for, owner=self.request.id or "")
    if run is not None:
        run_in_log.set(str(run.pk))  # which need not be that of the message
        with kept_lease(run):
            for passed_over in Run.passed_over(sent_for, run):
                enqueue(passed_over)
            execute(run)


def enqueue(run: Run) -> None:
    """Enqueue the run for a worker.

    No run is lost without a broker: it stays queued, and the next recovery of a worker enqueues it.
    """
    try:
        publisher.send(run_scenario, str(run.pk), queue=queue_of(run))
    except NotSent as error:
        logger.error("run %s stays queued because the broker does not answer: %s", run.pk, error)
        run.leave_to_recovery()


@receiver(recovery)
def enqueue_abandoned(resend_after: timedelta, **_: object) -> None:
    """Enqueue the runs whose worker is gone, and those whose message seems to be."""
    for run in Run.take_abandoned(resend_after=resend_after):
        enqueue(run)


def is_large(summary: ScenarioSummary) -> bool:
    """Return whether a run of this size may take more than about two seconds."""
    pairs = summary["pending"] * max(100, summary["nodes"])
    return pairs > SMALL_PAIRS or summary["nodes"] + summary["pods"] > SMALL_OBJECTS


def queue_of(run: Run) -> str:
    """Return the broker's queue for the messages of a run."""
    return LARGE_QUEUE if run.large else SMALL_QUEUE


def claim_next(message_run: uuid.UUID, *, owner: str) -> Run | None:
    """Claim the run whose turn it is, for a message that was sent for `message_run`; None if there is none.

    Small runs and large ones take turns apart, see webui.ground.lib.turns. `owner` is the id of the message: if that is
    delivered again, its run goes on.
    """

    def of_this_size() -> tuple[bool, list[Unfinished]] | None:
        large = Run.objects.filter(pk=message_run).values_list("large", flat=True).first()
        return None if large is None else (large, Run.queue(large=large))

    job = retry(of_this_size)
    if job is None:
        return None
    large, runs = job
    return _turns[large].claim(
        runs, lambda pk: claim(pk, owner=owner, large=large), sent_for=message_run, owner=owner
    )
