"""What is kept of followed clusters: so many hours of each, and no more than so many megabytes."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Sum
from django.db.models.functions import Length
from django.utils import timezone

from webui.features.live import history
from webui.features.live.models import CauseSpan, Changes, Entry, FollowedCluster, Minute, State

TOGETHER = 2000  # changes in one row, once an hour has passed


def prune_live() -> int:
    """Delete what is older than KEEP_LIVE_HOURS, and the oldest hours beyond KEEP_LIVE_MB; return how many entries."""
    deleted = 0
    for cluster in FollowedCluster.objects.only("pk", "name"):
        if settings.KEEP_LIVE_HOURS:
            deleted += _forget(cluster, timezone.now() - timedelta(hours=settings.KEEP_LIVE_HOURS))
        while settings.KEEP_LIVE_MB and size_of(cluster) > settings.KEEP_LIVE_MB * 1_000_000:
            second = State.objects.filter(cluster=cluster).order_by("position")[1:2].first()
            if second is None:
                break
            deleted += _forget(cluster, second.at)
    return deleted


def size_of(cluster: FollowedCluster) -> int:
    """Return the bytes of what is stored of a cluster, without indexes."""
    columns = (
        (State, "objects_text"),
        (Changes, "lines"),
        (Entry, "payload"),
        (Minute, "lanes"),
        (CauseSpan, "about"),
    )
    total = 0
    for model, column in columns:
        rows = model._default_manager.filter(cluster=cluster)
        total += rows.aggregate(bytes=Sum(Length(column)))["bytes"] or 0
    return total


def _forget(cluster: FollowedCluster, before: datetime) -> int:
    """Delete what was before a time; the history begins with the last whole state that is not after it."""
    Minute.objects.filter(cluster=cluster, at__lt=before).delete()
    CauseSpan.objects.filter(cluster=cluster, until__lt=before).delete()
    first = State.objects.filter(cluster=cluster, at__lte=before).order_by("-position").first()
    if first is not None:
        Changes.objects.filter(cluster=cluster, until__lte=first.position).delete()
        State.objects.filter(cluster=cluster, position__lt=first.position).delete()
    deleted, _ = Entry.objects.filter(cluster=cluster, at__lt=before).delete()
    return deleted


def join_changes(cluster: FollowedCluster, until: int) -> None:
    """Put the small rows of changes between the whole state before a position and it together: they take less."""
    before = State.objects.filter(cluster=cluster, position__lt=until).order_by("-position").first()
    begin = before.position if before else 0
    rows = Changes.objects.filter(cluster=cluster, after__gte=begin, until__lte=until).order_by("after")
    group: list[Changes] = []
    for row in rows.iterator(chunk_size=500):
        follows = group and group[-1].until == row.after and row.until - group[0].after <= TOGETHER
        if group and not follows:
            _join(group)
            group = []
        group.append(row)
    _join(group)


def _join(group: list[Changes]) -> None:
    if len(group) < 2:
        return
    first, last = group[0], group[-1]
    changes = (change for row in group for change in history.unpack_changes(bytes(row.lines)))
    lines = history.pack_changes(changes)
    Changes.objects.filter(pk__in=[row.pk for row in group[1:]]).delete()
    Changes.objects.filter(pk=first.pk).update(until=last.until, at=last.at, lines=lines)
