from __future__ import annotations

import uuid
from typing import Annotated

from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Query, Router, Status
from pydantic import Field

from webui.core.accounts.api import TeamOut
from webui.core.accounts.caller import user_of
from webui.core.accounts.teams import teams_of
from webui.features.live import access, reading
from webui.features.live.models import FollowedCluster
from webui.features.live.opening import open_moment
from webui.features.live.schemas import (
    LiveEntriesOut,
    LiveHeadOut,
    LiveHoursOut,
    LiveMapOut,
    LiveMomentIn,
    LiveMomentOut,
    LiveNodeOut,
    LiveOpenedOut,
    LiveOut,
    LiveTeamIn,
    LiveUnread,
)
from webui.ground.lib.errors import ErrorsOut, invalid
from webui.ground.lib.fields import MAX_SAFE_INTEGER, Instant

router = Router(tags=["live"])

Number = Annotated[int, Field(ge=0, le=MAX_SAFE_INTEGER)]


@router.get("/live", response=list[LiveHeadOut])
def list_followed_clusters(request: HttpRequest) -> list[LiveHeadOut]:
    """Return the clusters that are or were followed and that the caller may see, those heard last first."""
    clusters = access.clusters_of(request).defer(*access.LARGE)
    return [LiveHeadOut.of(cluster, reading.state_of(cluster)) for cluster in clusters]


@router.get("/live/{uuid:cluster_id}", response={200: LiveOut, 404: ErrorsOut})
def get_followed_cluster(request: HttpRequest, cluster_id: uuid.UUID) -> LiveOut:
    """Return a followed cluster as it is now: its pending pods by cause, and how decisions agree."""
    return _out(request, access.cluster_for(request, cluster_id))


@router.get("/live/{uuid:cluster_id}/map", response={200: LiveMapOut, 404: ErrorsOut})
def get_followed_map(request: HttpRequest, cluster_id: uuid.UUID) -> LiveMapOut:
    """Return the nodes as they are now, by pool and zone."""
    return LiveMapOut(nodes=access.cluster_for(request, cluster_id).nodes or [])


@router.get(
    "/live/{uuid:cluster_id}/nodes/{name}", response={200: LiveNodeOut, 404: ErrorsOut, 410: ErrorsOut}
)
def get_followed_node(
    request: HttpRequest, cluster_id: uuid.UUID, name: str, at: Annotated[Instant | None, Query()] = None
) -> LiveNodeOut:
    """Return a node now or at a time: its pods, what is free, since when it is closed, who chose or refused it."""
    return reading.node(access.cluster_for(request, cluster_id), name, at)


@router.get("/live/{uuid:cluster_id}/entries", response={200: LiveEntriesOut, 404: ErrorsOut})
def get_followed_entries(
    request: HttpRequest,
    cluster_id: uuid.UUID,
    after: Annotated[Number | None, Query()] = None,
    before: Annotated[Number | None, Query()] = None,
    show: reading.Show = "all",
    pod: str | None = None,
    limit: Annotated[int, Field(ge=1, le=500)] = 100,
) -> LiveEntriesOut:
    """Return entries of the stream: the oldest after a number or, without `after`, the newest before a number.

    `disagreeing` are what is `different` or `undetermined`, `queues` what Kueue decided, `changes` all else but the
    scheduler's decisions.
    `pod` is `namespace/name`.
    """
    cluster = access.cluster_for(request, cluster_id)
    return reading.entries(cluster, after=after, before=before, show=show, pod=pod, limit=limit)


@router.get("/live/{uuid:cluster_id}/hours", response={200: LiveHoursOut, 404: ErrorsOut})
def get_followed_hours(
    request: HttpRequest, cluster_id: uuid.UUID, hours: Annotated[int, Field(ge=1, le=48)] = 6
) -> LiveHoursOut:
    """Return the lanes of the last hours, by minutes, and the causes in them."""
    return reading.last_hours(access.cluster_for(request, cluster_id), hours)


@router.get("/live/{uuid:cluster_id}/moment", response={200: LiveMomentOut, 404: ErrorsOut, 410: ErrorsOut})
def get_followed_moment(request: HttpRequest, cluster_id: uuid.UUID, at: Instant) -> LiveMomentOut:
    """Return the cluster as it was at a time: what was pending then by what the scheduler had said, and the map."""
    return reading.moment(access.cluster_for(request, cluster_id), at)


@router.post(
    "/live/{uuid:cluster_id}/open",
    response={201: LiveOpenedOut, 404: ErrorsOut, 410: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def open_followed_moment(
    request: HttpRequest, cluster_id: uuid.UUID, body: LiveMomentIn
) -> Status[LiveOpenedOut]:
    """Make a snapshot of a moment, which is a link like any other, and start its run.

    At a decision its pod is the first that waits, so that the first cycle is the decision computed again.
    """
    cluster = access.cluster_for(request, cluster_id)
    return Status(201, open_moment(request, cluster, decision=body.decision, at=body.at))


@router.put("/live/{uuid:cluster_id}/team", response={200: LiveOut, 404: ErrorsOut, 422: ErrorsOut})
def share_followed_cluster(request: HttpRequest, cluster_id: uuid.UUID, body: LiveTeamIn) -> LiveOut:
    """Let the members of one of the owner's teams see the cluster."""
    cluster = access.cluster_for(request, cluster_id, to_own=True)
    user = user_of(request)
    if body.team is not None and not (user and teams_of(user).filter(pk=body.team).exists()):
        raise invalid("team", gettext("must be one of your teams"))
    FollowedCluster.objects.filter(pk=cluster.pk).update(team_id=body.team)
    return _out(request, access.cluster_for(request, cluster_id))


def _out(request: HttpRequest, cluster: FollowedCluster) -> LiveOut:
    team = cluster.team
    return LiveOut(
        **LiveOut.fields_of(cluster, reading.state_of(cluster)),
        now=cluster.now,
        unread=[LiveUnread(**unread) for unread in cluster.unread],
        has_config=cluster.config is not None,
        mine=access.is_owner(request, cluster),
        team=TeamOut(id=team.pk, name=team.name) if team else None,
    )
