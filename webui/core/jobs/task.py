"""The Celery task of a kind of job, which workers also enqueue again when it was abandoned.

Its message says that there is one more job to do, of this kind or of another: the one whose turn it is.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from celery import shared_task

from webui.config.worker import recovery
from webui.core.jobs.start import AnyJob, send
from webui.core.jobs.turns import EXECUTE, claim_next
from webui.ground.lib.work import kept_lease

if TYPE_CHECKING:
    from celery import Task


def job_task(name: str, model: type[AnyJob], execute: Callable[[AnyJob], None]) -> Callable[[AnyJob], None]:
    """Register the task `name` that executes a job of this kind; return what enqueues one for a worker.

    The task may be delivered any number of times: whoever claims a job computes it.
    """
    EXECUTE[model] = execute

    @shared_task(name=name, bind=True)
    def compute(self: Task[Any, None], job_id: str) -> None:
        sent_for = uuid.UUID(job_id)
        job = claim_next(sent_for, owner=self.request.id or "")
        if job is not None:
            with kept_lease(job):
                for passed_over in model.passed_over(sent_for, job):
                    enqueue(passed_over)
                EXECUTE[type(job)](job)

    def enqueue(job: AnyJob) -> None:
        send(compute, job)

    def enqueue_abandoned(resend_after: timedelta, **_: object) -> None:
        for job in model.take_abandoned(resend_after=resend_after):
            enqueue(job)

    recovery.connect(enqueue_abandoned, weak=False)  # nothing else holds the function
    return enqueue
