"""Stopping a run. Whoever computes it looks between two batches; a run that nobody computes is over at once."""

from __future__ import annotations

import time

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from webui.runs import limits
from webui.runs.announce import announce
from webui.runs.log import LogWriter
from webui.runs.models import Run


class Cancelled(Exception):
    """The holder of the run does not want the rest of it."""


class Watch:
    """Looks now and then whether a run is to stop."""

    def __init__(self, run: Run) -> None:
        self._asked = Run.objects.filter(pk=run.pk, cancelling=True)
        self._looked = time.monotonic()

    def check(self) -> None:
        if time.monotonic() - self._looked < limits.BATCH_SECONDS:
            return
        self._looked = time.monotonic()
        if self._asked.exists():
            raise Cancelled


def cancel(run: Run) -> Run:
    """The run as it is now. One that is over stays as it was."""
    nobody = Q(status=Run.Status.QUEUED) | Q(lease_until__lt=timezone.now()) | Q(lease_until=None)
    with transaction.atomic():
        unfinished = Run.objects.filter(pk=run.pk, status__in=Run.UNFINISHED)
        unfinished.update(cancelling=True)
        idle = unfinished.filter(nobody).select_for_update().first()
        if idle is not None:
            LogWriter.after(idle).cancel()
            transaction.on_commit(lambda: announce(run.pk, idle.events))
    run.refresh_from_db()
    return run
