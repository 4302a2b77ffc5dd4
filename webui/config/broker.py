"""Short questions to the broker, outside of Celery: a connection of their own each, and an end to the waiting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

PATIENCE = 1.0  # seconds to wait for a connection, and for an answer

WORKER_KEY = "schedscope:worker"
WORKER_ALIVE = 15  # seconds for which a worker counts as alive after a heartbeat


@contextmanager
def broker() -> Iterator[redis.Redis]:
    """Yield a client with a connection of its own. Its commands raise redis.RedisError after PATIENCE."""
    with redis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=PATIENCE,
        socket_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
    ) as client:
        yield client


def report_worker() -> None:
    """Leave the sign of life of a worker."""
    with broker() as client:
        client.set(WORKER_KEY, 1, ex=WORKER_ALIVE)


def is_worker_alive() -> bool:
    """Return whether a worker has left a sign of life. A broker that does not answer raises redis.RedisError."""
    with broker() as client:
        return bool(client.exists(WORKER_KEY))
