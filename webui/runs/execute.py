"""Compute a run into its log."""

from __future__ import annotations

import logging
import time
import uuid

from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import F, Max, Q
from django.db.models.functions import Coalesce, Now
from django.utils import timezone

from scheduler_core import RECORDING_FORMAT, InvalidInput, simulate
from webui.runs import limits
from webui.runs.cancel import CancellationCheck, Cancelled
from webui.runs.log import LogWriter
from webui.runs.models import Run

logger = logging.getLogger(__name__)


class TimeLimit(Exception):
    """The run exceeded the time limit."""


def claim(run_id: uuid.UUID, *, owner: str) -> Run | None:
    """Take the lease on an unfinished run; return None if the run has ended or another worker has the lease.

    The owner is the queue message: if that is delivered again, its first receiver is gone.
    """
    now = timezone.now()
    is_available = Q(lease_until=None) | Q(lease_until__lt=now) | Q(lease_owner=owner)
    claimed = Run.objects.filter(is_available, pk=run_id, status__in=Run.UNFINISHED).update(
        status=Run.Status.RUNNING,
        started=Coalesce(F("started"), Now()),
        lease_owner=owner,
        lease_until=now + limits.lease(),
    )
    return Run.objects.select_related("snapshot").get(pk=run_id) if claimed else None


def execute(run: Run, *, live: bool = True) -> None:
    """Compute the run, append the events that the log lacks, and end it as finished, failed or cancelled.

    The engine is deterministic, so a second delivery continues the log of the first exactly.
    """
    run.engine = str(RECORDING_FORMAT)
    stored: int = run.log.aggregate(last=Max("seq"))["last"] or 0
    log = LogWriter(run, stored=stored, live=live)
    try:
        _simulate(run, log)
    except (TimeLimit, SoftTimeLimitExceeded):
        log.fail(f"The run was stopped at the time limit of {limits.run_time()}. Try fewer pods or nodes.")
    except Cancelled:
        log.cancel()
    except InvalidInput as invalid:
        log.fail(f"The scenario can't be run: {invalid}")
    except Exception:
        logger.exception("run %s failed", run.pk)
        log.fail(f"The scheduler failed with an internal error. See the server log, run {run.pk}.")
    else:
        log.finish(Run.Status.FINISHED)


def _simulate(run: Run, log: LogWriter) -> None:
    snapshot = run.snapshot
    deadline = time.monotonic() + limits.run_time().total_seconds()
    cancellation = CancellationCheck(run)
    for event in simulate(snapshot.scenario(), seed=snapshot.seed):
        log.add(event)
        if not log.is_repeating:
            cancellation.raise_if_cancelled()
        if time.monotonic() > deadline and event["kind"] != "run.finished":
            raise TimeLimit
