"""Hear what workers announce, once a process."""

from __future__ import annotations

import asyncio
import logging

import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

from webui.core.runs.announce import CHANNELS, run_of
from webui.core.runs.feed import feeds

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0  # seconds between two attempts to reach the broker
PATIENCE = 5.0  # seconds to connect, and between two looks whether the connection lives

logger = logging.getLogger(__name__)


class Listener:
    """Pokes the feeds of the runs that are announced. It listens from the first viewer on."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    def ensure_listening(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                async with self._client() as broker, broker.pubsub() as announcements:
                    await announcements.psubscribe(CHANNELS)
                    pause = FIRST_PAUSE
                    await self._hear(announcements)
            except (RedisError, OSError) as error:
                logger.warning("viewers poll, as the broker does not answer: %s", error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    @staticmethod
    def _client() -> redis.asyncio.Redis:
        return redis.asyncio.Redis.from_url(
            settings.REDIS_URL,
            socket_connect_timeout=PATIENCE,
            socket_timeout=PATIENCE,
            health_check_interval=PATIENCE,
        )

    @staticmethod
    async def _hear(announcements: redis.asyncio.client.PubSub) -> None:
        while True:
            message = await announcements.get_message(timeout=PATIENCE)
            if message is not None and message["type"] == "pmessage":
                feed = feeds.get(run_of(message["channel"]))
                if feed is not None:
                    feed.poke()


listener = Listener()
