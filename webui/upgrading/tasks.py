from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from celery import shared_task
from celery.signals import worker_ready

from webui.jobs.start import resend, send
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
        execute(upgrade)


def enqueue(upgrade: Upgrade) -> None:
    """Enqueue the matrix for a worker."""
    send(compute_upgrade, upgrade)


@worker_ready.connect
def enqueue_unfinished(**_: object) -> None:
    resend(Upgrade, enqueue)
