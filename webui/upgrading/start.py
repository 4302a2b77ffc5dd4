"""Start the upgrade matrix of a snapshot, or find the one that exists."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from scheduler_core import RECORDING_FORMAT
from webui.snapshots.models import Snapshot
from webui.upgrading.models import Upgrade
from webui.upgrading.tasks import enqueue

PATIENCE = timedelta(seconds=10)  # for a worker to claim a queued matrix


def start(snapshot: Snapshot, releases: Sequence[str]) -> Upgrade:
    """Return the matrix of these releases that has not failed, or enqueue a new one."""
    question = {"snapshot": snapshot, "releases": ",".join(releases), "engine": str(RECORDING_FORMAT)}
    good = Upgrade.objects.exclude(status=Upgrade.Status.FAILED)
    upgrade = good.filter(**question).first()
    if upgrade is None:
        try:
            with transaction.atomic():
                upgrade = Upgrade.objects.create(**question)
        except IntegrityError:  # another request created it at the same moment
            return good.get(**question)
        transaction.on_commit(lambda: enqueue(upgrade))
    elif _is_abandoned(upgrade):
        transaction.on_commit(lambda: enqueue(upgrade))
    return upgrade


def _is_abandoned(upgrade: Upgrade) -> bool:
    now = timezone.now()
    if upgrade.status == Upgrade.Status.RUNNING:
        return upgrade.lease_until is None or upgrade.lease_until < now
    return upgrade.status == Upgrade.Status.QUEUED and upgrade.created < now - PATIENCE
