"""A moment of a followed cluster as a snapshot, which is immutable like any other."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from scheduler_core import Scenario, content_text, find_version, grant, live_content
from scheduler_core.contract import LiveImagined
from webui.core.accounts.caller import caller_of
from webui.core.accounts.quotas import requester_of
from webui.core.runs.start import start
from webui.core.snapshots import keepers
from webui.core.snapshots.freeze import SnapshotContent, freeze
from webui.features.live import history
from webui.features.live.models import Entry, FollowedCluster, OpenedMoment
from webui.features.live.moments import manifests_at
from webui.features.live.schemas import LiveOpenedOut
from webui.ground.lib.errors import engine_refusals, not_found

TITLE_MAX = 200


def open_moment(
    request: HttpRequest, cluster: FollowedCluster, *, decision: int | None, at: datetime | None
) -> LiveOpenedOut:
    """Make a snapshot of the moment before a decision, of a time, or of now, and start its run.

    Raise Problem: 404 for an entry that is no decision, 410 for a moment that is not kept; and TooMany.
    """
    pod, position, when, imagined = _moment(cluster, decision, at)
    grant("whole", 1)
    manifests = manifests_at(cluster, position)
    version = find_version(cluster.kubernetes_version)
    with engine_refusals():
        content = live_content(manifests, cluster.config, pod, imagined)
        scenario = Scenario.from_content(content, version=version)
    title = f"{cluster.name}, {when:%Y-%m-%d %H:%M:%S} UTC"
    caller = caller_of(request)
    with transaction.atomic():
        snapshot = freeze(
            SnapshotContent(
                title=f"{pod}: {title}"[:TITLE_MAX] if pod else title[:TITLE_MAX],
                source=content_text(content),
                scenario=scenario,
                kubernetes_version=cluster.kubernetes_version,
                seed=None,
                nonce=cluster.nonce,
            )
        )
        if caller.user or caller.holder:
            user = caller.user
            keepers.add_keeper(
                snapshot, holder="" if user else caller.holder, user_id=user.pk if user else None
            )
        run = start(snapshot, requester_of(request))
        OpenedMoment.objects.get_or_create(
            snapshot=snapshot, defaults={"cluster": cluster, "at": when, "decision": decision}
        )
    address = reverse("snapshot" if pod else "snapshot_answer", args=[snapshot.pk])
    if pod:
        address += f"?{urlencode({'pod': pod}, safe='/')}"
    return LiveOpenedOut(snapshot=snapshot.pk, run=run.pk, address=address)


def _moment(
    cluster: FollowedCluster, decision: int | None, at: datetime | None
) -> tuple[str | None, int, datetime, LiveImagined | None]:
    """Return the pod whose decision is asked for, if one is, the position, the time, and what to imagine."""
    if decision is not None:
        entry = Entry.objects.filter(cluster=cluster, number=decision, kind="decision").first()
        if entry is None or entry.moment is None:
            raise not_found("decision")
        return entry.pod, entry.moment, entry.at, entry.payload["imagined"]
    if at is not None:
        return None, history.position_at(cluster, at), at, None
    return None, cluster.position, cluster.heard or timezone.now(), None
