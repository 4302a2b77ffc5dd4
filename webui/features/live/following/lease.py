"""One process follows a cluster at a time: who has the lease, by the database's clock."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from webui.features.live.models import FollowedCluster
from webui.ground.lib.work import LeaseLost

LEASE = timedelta(seconds=12)
NOBODY = ""
"""The owner while a process waits to try again: any process may follow meanwhile."""


def claim(cluster: FollowedCluster, owner: str) -> FollowedCluster | None:
    """Take the lease on a cluster; return None if another process has it."""
    rows = FollowedCluster.objects.filter(_is_free(owner), pk=cluster.pk)
    with transaction.atomic():  # so that the attempt that is read is this one
        claimed = rows.update(attempt=F("attempt") + 1, lease_owner=owner, lease_until=Now() + LEASE)
        return FollowedCluster.objects.get(pk=cluster.pk) if claimed else None


def _is_free(owner: str) -> Q:
    return Q(lease_until=None) | Q(lease_until__lt=Now()) | Q(lease_owner__in=[owner, NOBODY])


def write(cluster: FollowedCluster, **fields: Any) -> None:
    """Set fields and renew the lease; raise LeaseLost if another process has taken over."""
    mine = FollowedCluster.objects.filter(pk=cluster.pk, attempt=cluster.attempt)
    if not mine.update(lease_until=Now() + LEASE, **fields):
        raise LeaseLost


def give_up(cluster: FollowedCluster) -> None:
    """Let another process follow at once."""
    mine = FollowedCluster.objects.filter(pk=cluster.pk, attempt=cluster.attempt)
    mine.update(lease_until=None)


def wait(name: str, trouble: str, seconds: float) -> None:
    """Say why a cluster cannot be followed, and that a process tries again within so many seconds."""
    newest = FollowedCluster.objects.filter(name=name).order_by("-heard").only("pseudonyms").first()
    if newest is None:
        return
    until = Now() + timedelta(seconds=seconds) + LEASE  # trying takes a while, too
    FollowedCluster.objects.filter(_is_free(NOBODY), pk=newest.pk).update(
        lease_owner=NOBODY,
        lease_until=until,
        trouble="it cannot be followed" if newest.pseudonyms else trouble[:500],
    )
