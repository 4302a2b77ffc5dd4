"""Notify viewers that a log has grown. Only a hint: viewers poll as well, so a lost one costs time only."""

from __future__ import annotations

import logging
import time
import uuid
from functools import cache

import redis
from redis.exceptions import RedisError

from webui.config.broker import client

CHANNELS = "schedscope:run:*"
QUIET_SECONDS = 3.0  # without announcements after one that failed, so that a broker that hangs delays no run

logger = logging.getLogger(__name__)


class _Quiet:
    """Until when nothing is announced."""

    until = 0.0


def channel(run_id: uuid.UUID) -> str:
    """Return the name of the channel of a run."""
    return CHANNELS.replace("*", run_id.hex)


def run_of(name: bytes) -> uuid.UUID:
    """Return the run that a channel belongs to."""
    return uuid.UUID(name.decode().rpartition(":")[2])


def announce(run_id: uuid.UUID, seq: int) -> None:
    """Tell the viewers of a run that its log reaches event `seq`. A broker that fails is only logged."""
    if time.monotonic() < _Quiet.until:
        return
    try:
        _publisher().publish(channel(run_id), seq)
    except (RedisError, OSError) as error:
        _Quiet.until = time.monotonic() + QUIET_SECONDS
        logger.warning("run %s: announcement of event %s was lost: %s", run_id, seq, error)


@cache
def _publisher() -> redis.Redis:
    """Return a client that keeps its connection. A forked process opens its own."""
    return client()
