"""Do the work of a job, and end it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings

from scheduler_core import Allowance, InvalidInput, Sentence, within, worded
from webui.core.runs import limits
from webui.ground.lib.database import CONNECTION_ERRORS, retry
from webui.ground.lib.sentences import to_stored
from webui.ground.lib.work import ATTEMPTS, LeaseLost, Work

logger = logging.getLogger(__name__)

CANNOT_RUN = worded("The scenario cannot be run")
LOOKS = 0.5  # seconds between two looks whether somebody has cancelled the job
SAVED_EVERY = 0.3  # seconds: a reader sees at once how far it is


class TimeLimit(Exception):
    """The job exceeded the time limit of a run."""


class Cancelled(Exception):
    """Somebody asked to end the job."""


class Watch:
    """Looks, as the work goes on, whether it has to end, and saves how far it is."""

    def __init__(self, job: Work) -> None:
        self._job = job
        self._looked = time.monotonic()
        self._deadline = self._looked + limits.run_time().total_seconds()

    def check(self) -> None:
        """Raise TimeLimit or Cancelled."""
        if time.monotonic() > self._deadline:
            raise TimeLimit
        running = type(self._job)._default_manager.filter(pk=self._job.pk, status=Work.Status.RUNNING)
        if not retry(running.exists):
            raise Cancelled

    def look(self) -> bool:
        """Return whether to save, for readers, how far the work is; check if so."""
        if time.monotonic() - self._looked <= SAVED_EVERY:
            return False
        self.check()
        self._looked = time.monotonic()
        return True

    def save(self, **fields: Any) -> None:
        """Set fields of the row; raise LeaseLost if another worker has the job."""
        save(self._job, **fields)


def execute(
    job: Work,
    work: Callable[[Watch], None],
    *,
    results: Sequence[str],
    advice: Sentence,
    invalid: Sentence = CANNOT_RUN,
) -> None:
    """Do the work, which sets the fields `results`, and end the job.

    `advice` says what to do if it takes too long, `invalid` what cannot be done with invalid input. Where the database
    cannot be reached, or another worker has the job, it is left as it is.
    """
    try:
        _work(job, work, advice, invalid)
        save(job, **{name: getattr(job, name) for name in (*results, "status", "error")})
    except LeaseLost:
        logger.warning("%s %s: attempt %s ends", type(job).__name__, job.pk, job.attempt)
    except CONNECTION_ERRORS as error:
        logger.error("%s %s: left for later: %s", type(job).__name__, job.pk, error)


def save(job: Work, **fields: Any) -> None:
    retry(lambda: job.write(**fields))


def _work(job: Work, work: Callable[[Watch], None], advice: Sentence, invalid: Sentence) -> None:
    try:
        if job.is_hopeless:
            _fail(
                job,
                worded(
                    "This was started {attempts} times and crashed its worker each time. {advice}",
                    attempts=ATTEMPTS,
                    advice=advice,
                ),
            )
            return
        watch = Watch(job)
        allowance = Allowance(
            objects=settings.SCENARIO_MAX_CREATED,
            cells=settings.SCENARIO_MAX_CELLS,
            stop=watch.check,
            interval=LOOKS,
        )
        with within(allowance):
            work(watch)
        job.status = Work.Status.FINISHED
    except Cancelled:
        job.status = Work.Status.CANCELLED
    except (TimeLimit, SoftTimeLimitExceeded):
        _fail(job, worded("This took longer than {time}. {advice}", time=limits.run_time(), advice=advice))
    except InvalidInput as error:
        _fail(job, worded("{failure}: {errors}", failure=invalid, errors=error.sentence))
    except (LeaseLost, *CONNECTION_ERRORS):
        raise
    except Exception:
        logger.exception("%s %s failed", type(job).__name__, job.pk)
        name = type(job).__name__.lower()
        _fail(
            job,
            worded(
                "The scheduler failed with an internal error. See the server log, {job}.",
                job=f"{name} {job.pk}",
            ),
        )


def _fail(job: Work, error: Sentence) -> None:
    job.status, job.error = Work.Status.FAILED, to_stored(error)
