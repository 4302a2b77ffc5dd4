"""Cancel a run. A worker checks between batches; a run that no worker is computing ends at once."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from webui.core.runs.announce import announce
from webui.core.runs.log import LogWriter
from webui.core.runs.models import Run
from webui.ground.lib.database import retry


class Cancelled(Exception):
    """The owner of the run cancelled it."""


def raise_if_cancelled(run: Run) -> None:
    """Raise Cancelled if somebody has cancelled the run."""
    cancelling = Run.objects.filter(pk=run.pk, cancelling=True)
    if retry(cancelling.exists):
        raise Cancelled


def cancel(run: Run) -> Run:
    """Cancel the run; return it as it is now. A run that has ended does not change."""
    has_no_worker = Q(status=Run.Status.QUEUED) | Q(lease_until__lt=Now()) | Q(lease_until=None)
    with transaction.atomic():
        unfinished = Run.objects.filter(pk=run.pk, status__in=Run.UNFINISHED)
        unfinished.update(cancelling=True)
        idle_run = unfinished.filter(has_no_worker).select_for_update().first()
        if idle_run is not None:
            LogWriter.after(idle_run).cancel()
            transaction.on_commit(lambda: announce(run.pk, idle_run.events))
    run.refresh_from_db()
    return run
