from __future__ import annotations

import uuid
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from celery import shared_task
from django.dispatch import receiver

from webui.config.worker import recovery
from webui.jobs.start import send
from webui.lib.work import kept_lease
from webui.repairing.execute import execute
from webui.repairing.models import Inquiry

if TYPE_CHECKING:
    from celery import Task


@shared_task(
    name="webui.repairing.tasks.answer_inquiry",
    bind=True,
    acks_late=True,
    reject_on_worker_lost=True,
    ignore_result=True,
)
def answer_inquiry(self: Task[Any, None], inquiry_id: str) -> None:
    """Search what it would take to place a pod. Safe to deliver any number of times."""
    inquiry = Inquiry.claim(uuid.UUID(inquiry_id), owner=self.request.id or "")
    if inquiry is not None:
        with kept_lease(inquiry):
            execute(inquiry)


def enqueue(inquiry: Inquiry) -> None:
    """Enqueue the inquiry for a worker."""
    send(answer_inquiry, inquiry)


@receiver(recovery)
def enqueue_abandoned(resend_after: timedelta, **_: object) -> None:
    for inquiry in Inquiry.take_abandoned(resend_after=resend_after):
        enqueue(inquiry)
