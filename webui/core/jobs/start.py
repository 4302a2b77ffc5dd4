"""Start a job, or find the one that exists."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from celery import Task
from django.db import transaction
from django.db.models import QuerySet

from scheduler_core import RECORDING_FORMAT
from webui.config.publishing import NotSent, publisher
from webui.core.accounts.quotas import Quota, Requester, spend
from webui.core.accounts.room import require_room
from webui.core.jobs.models import Job
from webui.ground.lib.database import one_at_a_time

logger = logging.getLogger(__name__)
AnyJob = TypeVar("AnyJob", bound=Job)


def start(
    model: type[AnyJob],
    enqueue: Callable[[AnyJob], None],
    requester: Requester,
    costs: Mapping[Quota, int],
    material: Mapping[str, Any] | None = None,
    /,
    **question: Any,
) -> AnyJob:
    """Return the job of these fields that has neither failed nor been cancelled, or enqueue a new one.

    `material` are the fields of a new one that are no part of the question. Raise TooMany if a new one exceeds a limit:
    of unfinished ones, or of what it costs, by the first of the quotas.
    """
    question["engine"] = str(RECORDING_FORMAT)
    good = model._default_manager.exclude(status__in=Job.STOPPED)
    job = good.filter(**question).first()
    if job is None:
        job = _create(model, good, requester, costs, question, material or {})
        transaction.on_commit(lambda: enqueue(job))
    elif job.is_abandoned():
        transaction.on_commit(lambda: enqueue(job))
    return job


def _create(
    model: type[AnyJob],
    good: QuerySet[AnyJob],
    requester: Requester,
    costs: Mapping[Quota, int],
    question: Mapping[str, Any],
    material: Mapping[str, Any],
) -> AnyJob:
    """Create a job, or return the one that another request has created at the same moment."""
    with transaction.atomic():
        one_at_a_time(model.__name__)
        if (job := good.filter(**question).first()) is not None:
            return job
        require_room(model, next(iter(costs)), requester)
        for quota, cost in costs.items():
            spend(requester, quota, cost)
        by = {"starter": requester.person, "network": requester.network}
        return model._default_manager.create(**question, **material, **by)


def send(task: Task[Any, None], job: Job) -> None:
    """Send the job to a worker. Without a broker it stays queued, and the next recovery of a worker enqueues it."""
    try:
        publisher.send(task, str(job.pk))
    except NotSent as error:
        logger.error("%s %s stays queued because the broker does not answer: %s", task.name, job.pk, error)
        job.leave_to_recovery()
