from __future__ import annotations

import uuid
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from celery import shared_task
from django.dispatch import receiver

from webui.config.worker import recovery
from webui.daytwo.execute import execute
from webui.daytwo.models import Play
from webui.jobs.start import send
from webui.lib.work import kept_lease

if TYPE_CHECKING:
    from celery import Task


@shared_task(
    name="webui.daytwo.tasks.compute_play",
    bind=True,
    acks_late=True,
    reject_on_worker_lost=True,
    ignore_result=True,
)
def compute_play(self: Task[Any, None], play_id: str) -> None:
    """Play the steps. Safe to deliver any number of times."""
    play = Play.claim(uuid.UUID(play_id), owner=self.request.id or "")
    if play is not None:
        with kept_lease(play):
            execute(play)


def enqueue(play: Play) -> None:
    """Enqueue the play for a worker."""
    send(compute_play, play)


@receiver(recovery)
def enqueue_abandoned(resend_after: timedelta, **_: object) -> None:
    for play in Play.take_abandoned(resend_after=resend_after):
        enqueue(play)
