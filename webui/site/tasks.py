"""Periodic work of an installation: each worker looks whether it is due as it recovers work, and one does it."""

from __future__ import annotations

import logging
from datetime import timedelta

from celery import shared_task
from django.dispatch import receiver

from webui.config.publishing import NotSent, publisher
from webui.config.worker import recovery
from webui.site import retention
from webui.site.models import Timetable

logger = logging.getLogger(__name__)

EVERY = timedelta(hours=1)


@shared_task(name="webui.site.tasks.prune")
def prune() -> None:
    """Delete what nobody needs any more."""
    deleted = {name: count for name, count in retention.prune().items() if count}
    if deleted:
        logger.info("deleted %s", ", ".join(f"{count} {name}" for name, count in deleted.items()))


@receiver(recovery)
def prune_if_due(**_: object) -> None:
    """Send the work to a worker once an hour."""
    if not Timetable.claim("prune", every=EVERY):
        return
    try:
        publisher.send(prune)
    except NotSent as error:
        logger.warning("the hourly deletion is left out: %s", error)
