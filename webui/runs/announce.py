"""Telling viewers that a log has grown. Only a hint: whoever misses it looks again by himself."""

from __future__ import annotations

import asyncio
import atexit
import logging
import threading
import uuid
from functools import cache

from channels.layers import get_channel_layer
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
one_at_a_time = threading.Lock()


def group(run_id: uuid.UUID) -> str:
    return f"run.{run_id.hex}"


def announce(run_id: uuid.UUID, seq: int) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        with one_at_a_time:
            _runner().run(layer.group_send(group(run_id), {"type": "run.grew", "seq": seq}))
    except (RedisError, OSError) as error:
        logger.warning("run %s: announcement of event %s was lost: %s", run_id, seq, error)


@cache
def _runner() -> asyncio.Runner:
    """A loop that stays, and with it the connection: async_to_sync would open one for every announcement."""
    runner = asyncio.Runner()
    atexit.register(runner.close)
    return runner
