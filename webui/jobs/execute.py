"""Do the work of a job, and end it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from celery.exceptions import SoftTimeLimitExceeded

from scheduler_core import InvalidInput
from webui.jobs.models import Job
from webui.runs import limits

logger = logging.getLogger(__name__)


class TimeLimit(Exception):
    """The job exceeded the time limit of a run."""


class Cancelled(Exception):
    """Somebody asked to end the job."""


class Watch:
    """Looks, as the work goes on, whether it has to end."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._deadline = time.monotonic() + limits.run_time().total_seconds()

    def check(self) -> None:
        """Raise TimeLimit or Cancelled."""
        if time.monotonic() > self._deadline:
            raise TimeLimit
        if not type(self._job)._default_manager.filter(pk=self._job.pk, status=Job.Status.RUNNING).exists():
            raise Cancelled


def execute(job: Job, work: Callable[[Watch], None], *, result: str, advice: str) -> None:
    """Do the work, which sets the field `result`, and end the job; `advice` says what to do if it takes too long."""
    try:
        work(Watch(job))
        job.status = Job.Status.FINISHED
    except Cancelled:
        job.status = Job.Status.CANCELLED
    except (TimeLimit, SoftTimeLimitExceeded):
        _fail(job, f"This took longer than {limits.run_time()}. {advice}")
    except InvalidInput as invalid:
        _fail(job, f"The scenario can't be run: {invalid}")
    except Exception:
        logger.exception("%s %s failed", type(job).__name__, job.pk)
        name = type(job).__name__.lower()
        _fail(job, f"The scheduler failed with an internal error. See the server log, {name} {job.pk}.")
    job.save(update_fields=[result, "status", "error"])


def _fail(job: Job, error: str) -> None:
    job.status, job.error = Job.Status.FAILED, error
