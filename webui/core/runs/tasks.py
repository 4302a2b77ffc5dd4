from __future__ import annotations

import logging
import uuid
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from celery import shared_task
from django.dispatch import receiver

from webui.config.publishing import NotSent, publisher
from webui.config.worker import recovery
from webui.core.runs.execute import execute
from webui.core.runs.models import Run
from webui.core.runs.turns import claim_next, queue_of
from webui.ground.lib.work import kept_lease
from webui.ground.telemetry.context import run_id as run_in_log

if TYPE_CHECKING:
    from celery import Task

logger = logging.getLogger(__name__)


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
