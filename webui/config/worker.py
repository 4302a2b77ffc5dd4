"""What the main process of a worker does from time to time, beside handing out tasks."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import redis
from celery import bootsteps

from webui.config.broker import report_worker

HEARTBEAT_SECONDS = 4.0

logger = logging.getLogger(__name__)


class PeriodicWork(bootsteps.StartStopStep):
    """Timers of the loop that receives messages, so that they stop when it does. Each connection starts them anew."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **options: Any) -> None:
        super().__init__(consumer, **options)
        self._timers: list[Any] = []

    def start(self, consumer: Any) -> None:
        self._repeat(consumer, HEARTBEAT_SECONDS, heartbeat)

    def stop(self, consumer: Any) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def _repeat(self, consumer: Any, seconds: float, work: Callable[[], None]) -> None:
        work()
        self._timers.append(consumer.timer.call_repeatedly(seconds, work))


def heartbeat() -> None:
    """Tell that this worker is alive, see webui.site.health."""
    try:
        report_worker()
    except redis.RedisError as error:
        logger.warning("the heartbeat of this worker was lost: %s", error)
