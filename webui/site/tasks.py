"""The periodic work of an installation. Workers start it: after a task, and as they become ready."""

from __future__ import annotations

import logging
from datetime import timedelta

from celery import shared_task
from celery.signals import task_postrun, worker_ready
from django.db import DatabaseError
from kombu.exceptions import OperationalError

from webui.site import retention
from webui.site.models import PeriodicWork

logger = logging.getLogger(__name__)

EVERY = timedelta(hours=1)


@shared_task(name="webui.site.tasks.prune", ignore_result=True)
def prune() -> None:
    """Delete what nobody needs any more."""
    deleted = {name: count for name, count in retention.prune().items() if count}
    if deleted:
        logger.warning("deleted %s", ", ".join(f"{count} {name}" for name, count in deleted.items()))


@task_postrun.connect
@worker_ready.connect
def prune_if_due(**_: object) -> None:
    """Send the work to a worker once an hour, whichever process comes first."""
    try:
        if PeriodicWork.claim("prune", every=EVERY):
            prune.apply_async()
    except (DatabaseError, OperationalError) as error:
        logger.warning("the hourly deletion waits: %s", error)
