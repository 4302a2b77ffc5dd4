"""What the main process of a worker does from time to time, beside handing out tasks."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import redis
from celery import bootsteps
from django.conf import settings
from django.db import connections
from django.dispatch import Signal

from webui.config.broker import report_worker

HEARTBEAT_SECONDS = 4.0
# The broker may have lost all messages, and other workers connect at the same time.
RESEND_AFTER_CONNECTING = timedelta(seconds=1)

# Sent with `resend_after`, to enqueue the work whose worker is gone, and that whose message is older than this.
recovery = Signal()

logger = logging.getLogger(__name__)


class PeriodicWork(bootsteps.StartStopStep):
    """Timers of the loop that receives messages, so that they stop when it does. Each connection starts them anew."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **options: Any) -> None:
        super().__init__(consumer, **options)
        self._timers: list[Any] = []

    def start(self, consumer: Any) -> None:
        heartbeat()
        enqueue_abandoned(RESEND_AFTER_CONNECTING)
        self._repeat(consumer, HEARTBEAT_SECONDS, heartbeat)
        resend_after = timedelta(seconds=settings.RUN_LEASE)  # a message may wait in the queue as long
        self._repeat(consumer, settings.RUN_LEASE / 2, partial(enqueue_abandoned, resend_after))

    def stop(self, consumer: Any) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def _repeat(self, consumer: Any, seconds: float, work: Callable[[], None]) -> None:
        self._timers.append(consumer.timer.call_repeatedly(seconds, work))


def heartbeat() -> None:
    """Tell that this worker is alive, see webui.site.readiness."""
    try:
        report_worker()
    except redis.RedisError as error:
        logger.warning("the heartbeat of this worker was lost: %s", error)


def enqueue_abandoned(resend_after: timedelta) -> None:
    """Let those who have work enqueue what waits for a worker that is gone."""
    for receiver, answer in recovery.send_robust(sender=None, resend_after=resend_after):
        if isinstance(answer, Exception):
            logger.warning("%s: could not recover: %s", receiver.__module__, answer)
    connections.close_all()
