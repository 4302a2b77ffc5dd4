"""Short questions to the broker, outside of Celery: connections of their own, and an end to the waiting."""

from __future__ import annotations

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

PATIENCE = 1.0  # seconds to wait for a connection, and for an answer

WORKER_KEY = "schedscope:worker"
WORKER_ALIVE = 15  # seconds for which a worker counts as alive after a heartbeat
PROBE_KEY = "schedscope:probe"


def client() -> redis.Redis:
    """Return a client with connections of its own. Its commands raise redis.RedisError after PATIENCE."""
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=PATIENCE,
        socket_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )


def report_worker() -> None:
    """Leave the sign of life of a worker."""
    with client() as broker:
        broker.set(WORKER_KEY, 1, ex=WORKER_ALIVE)


def is_worker_alive() -> bool:
    """Return whether a worker has left a sign of life, of a broker that takes what is sent.

    One that does not answer raises redis.RedisError; one that answers and takes nothing redis.ResponseError, and one
    whose memory is full redis.exceptions.OutOfMemoryError of these.
    """
    with client() as broker:
        broker.set(PROBE_KEY, 1, ex=WORKER_ALIVE)
        return bool(broker.exists(WORKER_KEY))
