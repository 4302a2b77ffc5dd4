"""Delete what nobody needs any more. KEEP_UNKEPT_DAYS and KEEP_DRAFTS_DAYS say after how long; 0 is never."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from importlib import import_module

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from webui.core.jobs.models import Job, job_models
from webui.core.runs.models import Run
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Snapshot, Tombstone
from webui.core.snapshots.retire import retire_all, retire_expired
from webui.features.live.retention import prune_live

BATCH = 500  # rows that one statement deletes, so that none locks others out for long


def prune() -> dict[str, int]:
    """Delete what is over and what nobody keeps; return how many of each."""
    return {name: delete() for name, delete in STEPS.items()}


def unkept_links() -> int:
    """Retire the unlisted links that nobody keeps, such as variants that visitors without a browser's cookie ran."""
    cutoff = _days_ago(settings.KEEP_UNKEPT_DAYS)
    unlisted = Snapshot.objects.filter(visibility=Snapshot.Visibility.UNLISTED, keepers=None)
    return retire_all(unlisted.filter(created__lt=cutoff), Tombstone.Why.EXPIRED) if cutoff else 0


def stopped_runs() -> int:
    """Delete runs that failed or were cancelled; their links stay, and can be run again."""
    cutoff = _days_ago(settings.KEEP_UNKEPT_DAYS)
    return _delete(Run.objects.filter(status__in=Run.STOPPED, finished__lt=cutoff)) if cutoff else 0


def ended_tasks() -> int:
    """Delete searches for repairs, upgrade matrices, plays and sweeps: asking again computes them again."""
    cutoff = _days_ago(settings.KEEP_UNKEPT_DAYS)
    if not cutoff:
        return 0
    ended = (
        model._default_manager.filter(created__lt=cutoff).exclude(status__in=Job.UNFINISHED)
        for model in job_models()
    )
    return sum(map(_delete, ended))


def orphaned_drafts() -> int:
    """Delete drafts of browsers, not of accounts, that were neither changed nor run for long."""
    cutoff = _days_ago(settings.KEEP_DRAFTS_DAYS)
    if not cutoff:
        return 0
    drafts = Scenario.objects.filter(user=None, updated__lt=cutoff)
    return _delete(drafts.exclude(history__at__gte=cutoff))


def sessions() -> int:
    """Delete expired sessions."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return 0


STEPS: dict[str, Callable[[], int]] = {
    "expired links": retire_expired,
    "unkept links": unkept_links,
    "stopped runs": stopped_runs,
    "ended tasks": ended_tasks,
    "orphaned drafts": orphaned_drafts,
    "sessions": sessions,
    "entries of followed clusters": prune_live,
}


def _days_ago(days: int) -> datetime | None:
    """Return the time so many days ago; None for 0, which is never."""
    return timezone.now() - timedelta(days=days) if days else None


def _delete(rows: QuerySet[Run] | QuerySet[Scenario] | QuerySet[Job]) -> int:
    """Delete the rows and what belongs to them, in batches; return the number of rows."""
    deleted = 0
    while keys := list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH]):
        deleted += _delete_batch(rows.filter(pk__in=keys))
    return deleted


@transaction.atomic
def _delete_batch(batch: QuerySet[Run] | QuerySet[Scenario] | QuerySet[Job]) -> int:
    """Delete those rows that are still meant once nobody else can change them, or refer to them; return their number.

    The lock is a question of its own, for PostgreSQL would answer as of before the wait for it.
    """
    model = batch.model
    meant = model._default_manager.filter(pk__in=batch.values("pk")).order_by("pk")
    list(meant.select_for_update().values("pk"))
    _, by_model = batch.delete()
    return by_model.get(model._meta.label, 0)
