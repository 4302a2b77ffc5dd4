"""Compute a run into its log."""

from __future__ import annotations

import logging
import time
import uuid

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db.models import F, Max
from django.db.models.functions import Coalesce, Now
from django.dispatch import Signal

from scheduler_core import RECORDING_FORMAT, Allowance, InvalidInput, simulate, within, worded
from webui.core.runs import limits
from webui.core.runs.cancel import Cancelled, raise_if_cancelled
from webui.core.runs.log import LogWriter
from webui.core.runs.models import Run
from webui.ground.lib.database import CONNECTION_ERRORS, is_disk_full, retry
from webui.ground.lib.work import ATTEMPTS, LeaseLost

# Sent with `run` when its log has ended, to do what nobody waits for.
ended = Signal()

logger = logging.getLogger(__name__)


class TimeLimit(Exception):
    """The run exceeded the time limit."""


def claim(run_id: uuid.UUID, *, owner: str, large: bool = True) -> Run | None:
    """Take the lease on an unfinished run; return None if the run has ended or another worker has the lease.

    Somebody waits for a small one, so it comes with its snapshot.
    """
    started = Coalesce(F("started"), Now())
    related = () if large else ("snapshot",)
    return retry(lambda: Run.claim(run_id, owner=owner, related=related, started=started))


def execute(run: Run, *, live: bool = True) -> None:
    """Compute the run, append the events that the log lacks, and end it as finished, failed or cancelled.

    The engine is deterministic, so a second delivery continues the log of the first exactly. Where the database cannot
    be reached, or somebody else continues the log, the run is left as it is.
    """
    try:
        _execute(run, live=live)
        _tell_end(run)
    except LeaseLost:
        logger.warning("run %s: attempt %s ends, as another one writes the log", run.pk, run.attempt)
    except CONNECTION_ERRORS as error:
        logger.error("run %s: left for later, as the database does not answer: %s", run.pk, error)


def _tell_end(run: Run) -> None:
    for receiver, answer in ended.send_robust(Run, run=run):
        if isinstance(answer, Exception):
            logger.warning("run %s: %s failed after its end: %s", run.pk, receiver.__name__, answer)


def _execute(run: Run, *, live: bool) -> None:
    run.engine = str(RECORDING_FORMAT)
    log = LogWriter(run, stored=_last_event(run), live=live)
    try:
        if run.is_hopeless:
            log.fail(
                worded(
                    "The run was started {attempts} times and crashed its worker each time. Try fewer "
                    "pods or nodes.",
                    attempts=ATTEMPTS,
                )
            )
            return
        _simulate(run, log)
    except (TimeLimit, SoftTimeLimitExceeded):
        log.fail(
            worded(
                "The run was stopped at the time limit of {time}. Try fewer pods or nodes.",
                time=limits.run_time(),
            )
        )
    except Cancelled:
        log.cancel()
    except InvalidInput as invalid:
        log.fail(worded("The scenario can't be run: {errors}", errors=invalid.sentence))
    except LeaseLost:
        raise
    except CONNECTION_ERRORS as error:
        if not is_disk_full(error):
            raise
        logger.error("run %s: %s", run.pk, error)
        log.drop_unwritten()
        log.fail(worded("The run was stopped because the server's disk is full. Run it again later."))
    except Exception:
        logger.exception("run %s failed", run.pk)
        log.fail(
            worded(
                "The scheduler failed with an internal error. See the server log, {job}.", job=f"run {run.pk}"
            )
        )
    else:
        log.finish(Run.Status.FINISHED)


def _last_event(run: Run) -> int:
    """Return the number of the last event in the log, 0 if it is empty."""
    if run.attempt == 1:  # nobody has written before
        return 0

    def last() -> int:
        return run.log.aggregate(last=Max("seq"))["last"] or 0

    return retry(last)


def _simulate(run: Run, log: LogWriter) -> None:
    snapshot = retry(lambda: run.snapshot)
    deadline = time.monotonic() + limits.run_time().total_seconds()

    def require_time() -> None:
        if time.monotonic() > deadline:
            raise TimeLimit

    def stop() -> None:
        require_time()
        if not log.is_repeating:
            raise_if_cancelled(run)

    allowance = Allowance(
        objects=settings.SCENARIO_MAX_CREATED,
        cells=settings.SCENARIO_MAX_CELLS,
        stop=stop,
        interval=limits.BATCH_SECONDS,
    )
    with within(allowance):
        for event in simulate(snapshot.scenario(), seed=snapshot.seed):
            log.add(event)
            if event["kind"] != "run.finished":
                require_time()
