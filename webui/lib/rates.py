"""Count what callers do in windows of time: for all processes in Redis, or in this process while Redis is away."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import TypeVar

from django.conf import settings
from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import FixedWindowRateLimiter
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
T = TypeVar("T")
Key = tuple[str, ...]

PATIENCE = 0.5  # seconds that a request waits for Redis
PAUSE = 10.0  # seconds without Redis after it did not answer


class Exceeded(Exception):
    """A limit is used up: which one, and in how many seconds it no longer is."""

    def __init__(self, limit: RateLimitItem, seconds: int) -> None:
        super().__init__(limit, seconds)
        self.limit = limit
        self.seconds = seconds


class Counters:
    """Counters in Redis and in this process."""

    def __init__(self, url: str) -> None:
        uri = f"redis+{url}" if url.startswith("unix://") else url
        storage = RedisStorage(
            uri, key_prefix="schedscope", socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
        )
        self._shared = FixedWindowRateLimiter(storage)
        self._own = FixedWindowRateLimiter(MemoryStorage())
        self._shared_from = 0.0  # on the monotonic clock: Redis is not asked before

    def spend(self, limits: Iterable[RateLimitItem], *key: str, cost: int) -> None:
        """Count `cost` in each window of a key. Raise Exceeded at the first that is used up; it counts no further."""
        for limit in limits:
            if not self._ask(partial(_hit, limit, key, cost)):
                raise self._exceeded(limit, key)

    def require(self, limits: Iterable[RateLimitItem], *key: str) -> None:
        """Raise Exceeded if a window of the key is used up; count nothing."""
        for limit in limits:
            if not self._ask(partial(_test, limit, key)):
                raise self._exceeded(limit, key)

    def _exceeded(self, limit: RateLimitItem, key: Key) -> Exceeded:
        reset = self._ask(partial(_reset_time, limit, key))
        return Exceeded(limit, max(1, math.ceil(reset - time.time())))

    def _ask(self, question: Callable[[FixedWindowRateLimiter], T]) -> T:
        if time.monotonic() >= self._shared_from:
            try:
                return question(self._shared)
            except (RedisError, OSError) as error:
                self._shared_from = time.monotonic() + PAUSE
                logger.warning("limits are counted by each process while Redis does not answer: %s", error)
        return question(self._own)


def _hit(limit: RateLimitItem, key: Key, cost: int, limiter: FixedWindowRateLimiter) -> bool:
    return limiter.hit(limit, *key, cost=cost)


def _test(limit: RateLimitItem, key: Key, limiter: FixedWindowRateLimiter) -> bool:
    return limiter.test(limit, *key)


def _reset_time(limit: RateLimitItem, key: Key, limiter: FixedWindowRateLimiter) -> float:
    """Return when the window ends, in seconds since 1970."""
    return limiter.get_window_stats(limit, *key).reset_time


_making = threading.Lock()


def counters() -> Counters:
    """Return the counters of this process, which keep their connections."""
    with _making:
        return _counters(settings.REDIS_URL)


@cache
def _counters(url: str) -> Counters:
    return Counters(url)


@cache
def windows(text: str) -> tuple[RateLimitItem, ...]:
    """Return the windows of a setting such as `60/minute;600/hour`, the shortest first; () for "none"."""
    return () if text == "none" else tuple(sorted(parse_many(text), key=lambda limit: limit.get_expiry()))
