"""From a snapshot to its run."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from webui.runs.models import Run
from webui.runs.tasks import enqueue
from webui.snapshots.models import Snapshot

PATIENCE = timedelta(seconds=10)  # with a run that should have been taken up


def start(snapshot: Snapshot) -> Run:
    """The run of this snapshot: the one that exists unless it was stopped, else a new one in the queue."""
    run = good_run(snapshot) or _create(snapshot)
    if _abandoned(run):
        transaction.on_commit(lambda: enqueue(run))
    return run


def good_run(snapshot: Snapshot) -> Run | None:
    return Run.objects.filter(snapshot=snapshot).exclude(status__in=Run.STOPPED).first()


def run_to_show(snapshot: Snapshot) -> Run | None:
    """The good run, else what the last cancelled one had computed."""
    cancelled = Run.objects.filter(snapshot=snapshot, status=Run.Status.CANCELLED).order_by("-created")
    return good_run(snapshot) or cancelled.first()


def _create(snapshot: Snapshot) -> Run:
    try:
        with transaction.atomic():
            run = Run.objects.create(snapshot=snapshot)
    except IntegrityError:  # two requests at the same moment
        return Run.objects.exclude(status__in=Run.STOPPED).get(snapshot=snapshot)
    transaction.on_commit(lambda: enqueue(run))
    return run


def _abandoned(run: Run) -> bool:
    now = timezone.now()
    if run.status == Run.Status.RUNNING:
        return run.lease_until is None or run.lease_until < now
    return run.status == Run.Status.QUEUED and run.created < now - PATIENCE
