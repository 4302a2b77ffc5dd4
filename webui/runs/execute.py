"""Computing a run into its log."""

from __future__ import annotations

import logging
import time
import uuid

from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import F, Max, Q
from django.db.models.functions import Coalesce, Now
from django.utils import timezone

from scheduler_core import RECORDING_FORMAT, InvalidInput, Scenario, simulate
from webui.runs import limits
from webui.runs.cancel import Cancelled, Watch
from webui.runs.log import LogWriter
from webui.runs.models import Run

logger = logging.getLogger(__name__)


class TimeLimit(Exception):
    """The run takes longer than a run may."""


def claim(run_id: uuid.UUID, *, owner: str) -> Run | None:
    """Takes the lease on an unfinished run, or None: it is done, or somebody is at it.

    The owner is the message: when that is delivered again its first receiver is gone.
    """
    now = timezone.now()
    free = Q(lease_until=None) | Q(lease_until__lt=now) | Q(lease_owner=owner)
    claimed = Run.objects.filter(free, pk=run_id, status__in=Run.UNFINISHED).update(
        status=Run.Status.RUNNING,
        started=Coalesce(F("started"), Now()),
        lease_owner=owner,
        lease_until=now + limits.lease(),
    )
    return Run.objects.select_related("snapshot").get(pk=run_id) if claimed else None


def execute(run: Run, *, live: bool = True) -> None:
    """Computes the run, appending what the log does not have yet, and ends it as finished, failed or cancelled.

    The engine is deterministic, so that a second delivery continues the first one's log exactly.
    """
    run.engine = str(RECORDING_FORMAT)
    stored: int = run.log.aggregate(last=Max("seq"))["last"] or 0
    log = LogWriter(run, stored=stored, live=live)
    try:
        _simulate(run, log)
    except (TimeLimit, SoftTimeLimitExceeded):
        log.fail(f"The run was stopped at the limit of {limits.run_time()}. Fewer pods or nodes would fit.")
    except Cancelled:
        log.cancel()
    except InvalidInput as invalid:
        log.fail(f"The scenario can't be run: {invalid}")
    except Exception:
        logger.exception("run %s failed", run.pk)
        log.fail(f"The scheduler ended with an internal error. The server's log has it under {run.pk}.")
    else:
        log.finish(Run.Status.FINISHED)


def _simulate(run: Run, log: LogWriter) -> None:
    snapshot = run.snapshot
    scenario = Scenario.from_content(snapshot.content)
    deadline = time.monotonic() + limits.run_time().total_seconds()
    watch = Watch(run)
    for event in simulate(scenario, kubernetes_version=snapshot.kubernetes_version, seed=snapshot.seed):
        log.add(event)
        if not log.repeating:
            watch.check()
        if time.monotonic() > deadline and event["kind"] != "run.finished":
            raise TimeLimit
