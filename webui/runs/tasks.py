from __future__ import annotations

import logging
import uuid
from typing import TYPE_CHECKING, Any

from celery import shared_task
from celery.signals import worker_ready
from django.db import connections
from django.utils import timezone
from kombu.exceptions import OperationalError

from webui.runs.execute import claim, execute
from webui.runs.models import Run

if TYPE_CHECKING:
    from celery import Task

logger = logging.getLogger(__name__)


# Do not change the name: messages in the queue carry it, including those of an older version.
@shared_task(
    name="webui.runs.tasks.run_scenario",
    bind=True,
    acks_late=True,
    reject_on_worker_lost=True,
    ignore_result=True,
)
def run_scenario(self: Task[Any, None], run_id: str) -> None:
    """Compute a run. Safe to deliver any number of times."""
    run = claim(uuid.UUID(run_id), owner=self.request.id or "")
    if run is not None:
        execute(run)


def enqueue(run: Run) -> None:
    """Enqueue the run for a worker, delayed until a current lease ends.

    No run is lost without a broker: it stays queued, and a worker looks for such runs when it starts.
    """
    wait = (run.lease_until - timezone.now()).total_seconds() if run.lease_until else 0.0
    try:
        run_scenario.apply_async((str(run.pk),), countdown=max(0.0, wait))
    except OperationalError as error:
        logger.error("run %s stays queued because the broker does not answer: %s", run.pk, error)


@worker_ready.connect
def enqueue_unfinished(**_: object) -> None:
    """Enqueue the runs that a killed worker or a lost broker left behind."""
    for run in Run.objects.filter(status__in=Run.UNFINISHED).order_by("created"):
        enqueue(run)
    connections.close_all()
