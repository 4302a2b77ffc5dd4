"""Telling viewers that a log has grown. Only a hint: whoever misses it looks again by himself."""

from __future__ import annotations

import logging
import uuid

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


def group(run_id: uuid.UUID) -> str:
    return f"run.{run_id.hex}"


def announce(run_id: uuid.UUID, seq: int) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async_to_sync(layer.group_send)(group(run_id), {"type": "run.grew", "seq": seq})
    except (RedisError, OSError) as error:
        logger.warning("run %s: announcement of event %s was lost: %s", run_id, seq, error)
