"""What is answered of a followed cluster: its state, its entries, its hours, and a moment of it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Q, QuerySet
from django.utils import timezone

from webui.features.live import history
from webui.features.live.models import CauseSpan, Entry, FollowedCluster, Minute, State
from webui.features.live.moments import now_of
from webui.features.live.schemas import (
    LiveCauseSpan,
    LiveEntriesOut,
    LiveHoursOut,
    LiveMomentOut,
    LiveState,
)

Show = Literal["all", "disagreeing", "different", "undetermined", "changes"]
_SHOWN = {
    "all": Q(),
    "disagreeing": Q(agreement__in=["different", "undetermined"]),
    "different": Q(agreement="different"),
    "undetermined": Q(agreement="undetermined"),
    "changes": ~Q(kind="decision"),
}


def state_of(cluster: FollowedCluster) -> LiveState:
    """Return whether a process follows the cluster, and hears it."""
    if cluster.lease_until is None or cluster.lease_until < timezone.now():
        return "stopped"
    return "silent" if cluster.trouble else "following"


def entries(
    cluster: FollowedCluster,
    *,
    after: int | None,
    before: int | None,
    show: Show,
    pod: str | None,
    limit: int,
) -> LiveEntriesOut:
    """Return the oldest entries after a number or, without one, the newest before a number."""
    kept = Entry.objects.filter(cluster=cluster)
    oldest = kept.order_by("number").values_list("number", flat=True).first() or 0
    rows: QuerySet[Entry] = kept.filter(_SHOWN[show])
    if pod is not None:
        rows = rows.filter(pod=pod)
    if before is not None:
        rows = rows.filter(number__lt=before)
    if after is not None:
        listed = list(rows.filter(number__gt=after).order_by("number")[:limit])
    else:
        listed = list(rows.order_by("-number")[:limit])[::-1]
    return LiveEntriesOut(entries=[row.payload for row in listed], first=oldest, last=cluster.last)


def last_hours(cluster: FollowedCluster, hours: int) -> LiveHoursOut:
    """Return the lanes since so many hours before the newest minute, and the causes in them."""
    minutes = Minute.objects.filter(cluster=cluster)
    newest = minutes.order_by("-at").first()
    since = (newest.at if newest else timezone.now()) - timedelta(hours=hours)
    spans = CauseSpan.objects.filter(Q(until=None) | Q(until__gte=since), cluster=cluster)
    oldest = State.objects.filter(cluster=cluster).order_by("at").values_list("at", flat=True).first()
    return LiveHoursOut(
        minutes=[minute.lanes for minute in minutes.filter(at__gt=since).order_by("at")],
        causes=[
            LiveCauseSpan(since=span.since, until=span.until, cause=span.about)
            for span in spans.order_by("since")
        ],
        first=oldest,
    )


def moment(cluster: FollowedCluster, at: datetime) -> LiveMomentOut:
    """Return the cluster as it was at a time. Raise Problem (410) if that is not kept."""
    position = history.position_at(cluster, at)
    now, nodes = now_of(cluster, position, at)
    newest = Entry.objects.filter(cluster=cluster, at__lte=at).order_by("-number").first()
    return LiveMomentOut(now=now, nodes=nodes, entry=newest.number if newest else 0)
