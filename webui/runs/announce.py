"""Notify viewers that a log has grown. Only a hint: viewers poll as well, so a lost one costs time only."""

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
send_lock = threading.Lock()


def group(run_id: uuid.UUID) -> str:
    """Return the name of the channel group of a run."""
    return f"run.{run_id.hex}"


def announce(run_id: uuid.UUID, seq: int) -> None:
    """Tell the viewers of a run that its log reaches event `seq`. A broker that fails is only logged."""
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        with send_lock:
            _runner().run(layer.group_send(group(run_id), {"type": "run.grew", "seq": seq}))
    except (RedisError, OSError) as error:
        logger.warning("run %s: announcement of event %s was lost: %s", run_id, seq, error)


@cache
def _runner() -> asyncio.Runner:
    """Return a loop that keeps its connection: async_to_sync would open one per announcement."""
    runner = asyncio.Runner()
    atexit.register(runner.close)
    return runner
