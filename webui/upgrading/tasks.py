from __future__ import annotations

import uuid
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from celery import shared_task
from django.dispatch import receiver

from webui.config.worker import recovery
from webui.jobs.start import send
from webui.lib.work import kept_lease
from webui.upgrading.execute import execute
from webui.upgrading.models import Upgrade

if TYPE_CHECKING:
    from celery import Task


@shared_task(
    name="webui.upgrading.tasks.compute_upgrade",
    bind=True,
    acks_late=True,
    reject_on_worker_lost=True,
    ignore_result=True,
)
def compute_upgrade(self: Task[Any, None], upgrade_id: str) -> None:
    """Compute an upgrade matrix. Safe to deliver any number of times."""
    upgrade = Upgrade.claim(uuid.UUID(upgrade_id), owner=self.request.id or "")
    if upgrade is not None:
        with kept_lease(upgrade):
            execute(upgrade)


def enqueue(upgrade: Upgrade) -> None:
    """Enqueue the matrix for a worker."""
    send(compute_upgrade, upgrade)


@receiver(recovery)
def enqueue_abandoned(resend_after: timedelta, **_: object) -> None:
    for upgrade in Upgrade.take_abandoned(resend_after=resend_after):
        enqueue(upgrade)
