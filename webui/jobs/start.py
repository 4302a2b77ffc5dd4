"""Start a job, or find the one that exists."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from celery import Task
from django.db import IntegrityError, transaction

from scheduler_core import RECORDING_FORMAT
from webui.config.publishing import NotSent, publisher
from webui.jobs.models import Job

logger = logging.getLogger(__name__)
AnyJob = TypeVar("AnyJob", bound=Job)


def start(
    model: type[AnyJob],
    enqueue: Callable[[AnyJob], None],
    charge: Callable[[], None],
    starter: str = "",
    material: Mapping[str, Any] | None = None,
    /,
    **question: Any,
) -> AnyJob:
    """Return the job of these fields that has neither failed nor been cancelled, or enqueue a new one.

    `charge` is called before a new one is made, and may raise TooMany. `starter` is the person who asks, if the
    model keeps that, `material` the fields of a new job that are no part of the question.
    """
    question["engine"] = str(RECORDING_FORMAT)
    good = model._default_manager.exclude(status__in=(Job.Status.FAILED, Job.Status.CANCELLED))
    job = good.filter(**question).first()
    if job is None:
        charge()
        try:
            with transaction.atomic():
                by = {"starter": starter} if starter else {}
                job = model._default_manager.create(**question, **by, **(material or {}))
        except IntegrityError:  # another request created it at the same moment
            return good.get(**question)
        transaction.on_commit(lambda: enqueue(job))
    elif job.is_abandoned():
        transaction.on_commit(lambda: enqueue(job))
    return job


def send(task: Task[Any, None], job: Job) -> None:
    """Send the job to a worker. Without a broker it stays queued, and the next recovery of a worker enqueues it."""
    try:
        publisher.send(task, str(job.pk))
    except NotSent as error:
        logger.error("%s %s stays queued because the broker does not answer: %s", task.name, job.pk, error)
        job.leave_to_recovery()
