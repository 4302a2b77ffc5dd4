"""Start the run of a snapshot, or find the one that exists."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from webui.core.accounts.quotas import Quota, Requester, spend
from webui.core.accounts.room import require_room
from webui.core.runs.models import Run
from webui.core.runs.tasks import enqueue, is_large
from webui.core.snapshots.models import Snapshot
from webui.ground.lib.shareable import changes


def start(snapshot: Snapshot, requester: Requester, quota: Quota = "runs") -> Run:
    """Return the reusable run of the snapshot, or enqueue a new one. An abandoned run is enqueued again.

    Raise TooMany if a new one exceeds a limit of the requester: of unfinished runs, or of the quota.
    """
    run = reusable_run(snapshot)
    if run is None:
        return _create(snapshot, requester, quota)
    if run.is_abandoned():
        transaction.on_commit(lambda: enqueue(run))
    return run


def reusable_run(snapshot: Snapshot) -> Run | None:
    """Return the run that neither failed nor was cancelled. There is at most one."""
    run = Run.objects.filter(snapshot=snapshot).exclude(status__in=Run.STOPPED).first()
    if run is not None:
        run.snapshot = snapshot  # so that it is not read once more
    return run


def reusable_run_at(snapshot_id: str, *related: str) -> Run | None:
    """Return the same of a snapshot's id, with the snapshot and what is `related` to the run, in one query."""
    runs = Run.objects.select_related("snapshot", *related).filter(snapshot=snapshot_id)
    return runs.exclude(status__in=Run.STOPPED).first()


def run_to_show(snapshot: Snapshot) -> Run | None:
    """Return the reusable run, else the latest cancelled one, which may be incomplete."""
    cancelled = Run.objects.filter(snapshot=snapshot, status=Run.Status.CANCELLED).order_by("-created")
    return reusable_run(snapshot) or cancelled.first()


def _create(snapshot: Snapshot, requester: Requester, quota: Quota) -> Run:
    require_room(Run, "runs", requester)
    spend(requester, quota)
    changes(snapshot.pk)
    try:
        with transaction.atomic():
            run = Run.objects.create(
                snapshot=snapshot,
                starter=requester.person,
                network=requester.network,
                large=is_large(snapshot.summary),
            )
    except IntegrityError:  # another request created it at the same moment
        return Run.objects.exclude(status__in=Run.STOPPED).get(snapshot=snapshot)
    transaction.on_commit(lambda: enqueue(run))
    return run
