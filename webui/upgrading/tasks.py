from __future__ import annotations

import logging
import uuid
from typing import TYPE_CHECKING, Any

from celery import shared_task
from celery.signals import worker_ready
from django.db import connections
from kombu.exceptions import OperationalError

from webui.upgrading.execute import claim, execute
from webui.upgrading.models import Upgrade

if TYPE_CHECKING:
    from celery import Task

logger = logging.getLogger(__name__)


@shared_task(
    name="webui.upgrading.tasks.compute_upgrade",
    bind=True,
    acks_late=True,
    reject_on_worker_lost=True,
    ignore_result=True,
)
def compute_upgrade(self: Task[Any, None], upgrade_id: str) -> None:
    """Compute an upgrade matrix. Safe to deliver any number of times."""
    upgrade = claim(uuid.UUID(upgrade_id), owner=self.request.id or "")
    if upgrade is not None:
        execute(upgrade)


def enqueue(upgrade: Upgrade) -> None:
    """Enqueue the matrix for a worker. Without a broker it stays queued until a worker starts."""
    try:
        compute_upgrade.apply_async((str(upgrade.pk),))
    except OperationalError as error:
        logger.error("upgrade %s stays queued because the broker does not answer: %s", upgrade.pk, error)


@worker_ready.connect
def enqueue_unfinished(**_: object) -> None:
    """Enqueue the matrices that a lost broker left behind."""
    for upgrade in Upgrade.objects.filter(status=Upgrade.Status.QUEUED).order_by("created"):
        enqueue(upgrade)
    connections.close_all()
