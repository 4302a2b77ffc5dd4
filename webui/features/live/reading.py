"""What is answered of a followed cluster: its state, its entries, its hours, and a moment of it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Q, QuerySet
from django.utils import timezone

from scheduler_core import live_node, node_verdicts
from scheduler_core.contract import LiveClosed, LiveDecision, LiveNodeView
from webui.features.live import history
from webui.features.live.following.lease import NOBODY
from webui.features.live.models import CauseSpan, Entry, FollowedCluster, Minute, State
from webui.features.live.moments import node_at, now_of
from webui.features.live.schemas import (
    LiveCauseSpan,
    LiveEntriesOut,
    LiveHoursOut,
    LiveMomentOut,
    LiveNodeOut,
    LiveState,
)
from webui.ground.lib.errors import not_found

MOST_CHOSEN = 20
LOOKED_THROUGH = 2000

Show = Literal["all", "disagreeing", "different", "undetermined", "changes", "queues"]
_SHOWN = {
    "all": Q(),
    "disagreeing": Q(agreement__in=["different", "undetermined"]),
    "different": Q(agreement="different"),
    "undetermined": Q(agreement="undetermined"),
    "changes": ~Q(kind__in=["decision", "workload"]),
    "queues": Q(kind="workload"),
}


def state_of(cluster: FollowedCluster) -> LiveState:
    """Return whether a process follows the cluster, and hears it."""
    if cluster.lease_until is None or cluster.lease_until < timezone.now():
        return "stopped"
    if cluster.lease_owner == NOBODY:
        return "retrying"
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
    own = Entry.objects.filter(cluster=cluster)
    oldest = own.order_by("number").values_list("number", flat=True).first() or 0
    rows: QuerySet[Entry] = own.filter(_SHOWN[show])
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


def node(cluster: FollowedCluster, name: str, at: datetime | None) -> LiveNodeOut:
    """Return a node now, or as it was at a time. Raise Problem: 404 without such a node then, 410 if it is not kept."""
    position = cluster.position if at is None else history.position_at(cluster, at)
    node = node_at(cluster, position, name)
    view = live_node(*node) if node is not None else None
    if view is None:
        raise not_found("node")
    _say_since(cluster, view, at)
    verdicts = node_verdicts(cluster.verdicts, name) if cluster.verdicts and at is None else []
    return LiveNodeOut(view=view, chosen=_chosen(cluster, name, at), verdicts=verdicts)


def _say_since(cluster: FollowedCluster, view: LiveNodeView, at: datetime | None) -> None:
    """Say since when the node is closed, by what is known of it now: what began later closed it anew."""
    now = [node for node in cluster.nodes or () if node["name"] == view["node"]["name"]]
    since: dict[str, str | None] = {c["what"]: c["since"] for node in now for c in node.get("closed", ())}

    def known(what: str) -> str | None:
        began = since.get(what)
        return began if began and (at is None or datetime.fromisoformat(began) <= at) else None

    if "closed" in view["node"]:
        view["node"]["closed"] = [
            LiveClosed(what=closed["what"], since=known(closed["what"])) for closed in view["node"]["closed"]
        ]


def _chosen(cluster: FollowedCluster, name: str, at: datetime | None) -> list[LiveDecision]:
    """Return the last decisions that chose a node."""
    rows = Entry.objects.filter(cluster=cluster, kind="decision")
    if at is not None:
        rows = rows.filter(at__lte=at)
    latest = rows.only("payload").order_by("-number")[:LOOKED_THROUGH]
    return [row.payload for row in latest if row.payload["node"] == name][:MOST_CHOSEN]
