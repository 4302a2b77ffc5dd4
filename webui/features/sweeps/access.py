"""Which sweep is meant, and who may end it."""

from __future__ import annotations

import uuid

from django.db import transaction
from django.db.models import F, QuerySet
from django.dispatch import receiver
from django.http import HttpRequest

from webui.core.jobs import access as jobs
from webui.core.jobs.access import cancelled
from webui.core.snapshots.access import is_expired
from webui.features.sweeps.models import Sweep
from webui.ground.lib.errors import not_found

HEAVY = ("tally", "result", "snapshot__document")


def sweeps() -> QuerySet[Sweep]:
    """Return the sweeps with their snapshots, without what is large in either."""
    return Sweep.objects.select_related("snapshot").defer(*HEAVY)


def sweep_for(sweep_id: uuid.UUID) -> Sweep:
    """Return the sweep. Raise Problem (404) if there is none or its link has expired."""
    sweep = sweeps().filter(pk=sweep_id).first()
    if sweep is None or is_expired(sweep.snapshot):
        raise not_found("sweep")
    return sweep


def cancel(request: HttpRequest, sweep: Sweep) -> Sweep:
    """End the sweep, if it goes on, and return it as it is then; what it has come to so far stays.

    Raise Problem (403) for others than its people.
    """
    jobs.cancel(request, sweep, sweep.snapshot)
    return sweep_for(sweep.pk)


@receiver(cancelled, sender=Sweep)
def drop_pieces(job: Sweep, **_: object) -> None:
    """Let no worker take up a piece of a sweep that was cancelled, or save what it came to."""
    Sweep.objects.filter(pk=job.pk).update(revision=F("revision") + 1, rate=0.0)
    job.open_pieces.all().delete()


def end(sweep: Sweep, status: Sweep.Status, error: str = "") -> None:
    """End an unfinished sweep. Its pieces go, so that no worker takes one up or saves what it came to."""
    with transaction.atomic():
        unfinished = (
            Sweep.objects.select_for_update().filter(pk=sweep.pk, status__in=Sweep.UNFINISHED).first()
        )
        if unfinished is None:
            return
        Sweep.objects.filter(pk=sweep.pk).update(
            status=status, error=error, revision=unfinished.revision + 1, rate=0.0
        )
        unfinished.open_pieces.all().delete()
