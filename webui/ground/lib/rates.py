"""Count what callers do in windows of time: for all processes in Redis, or in this process while Redis is away."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import cast

import redis
from django.conf import settings
from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage, RedisStorage, Storage
from limits.strategies import FixedWindowRateLimiter
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)
Key = tuple[str, ...]
Window = tuple[RateLimitItem, Key]

PATIENCE = 0.5  # seconds that a request waits for Redis
PAUSE = 10.0  # seconds without Redis after it did not answer

# Counts a cost, ARGV[1], in each key; after it come the seconds of each window and its limit. Answers with the
# number of the first window that is used up and the seconds that are left of it, or zeros. RedisStorage counts alike.
SPEND = """
local cost = tonumber(ARGV[1])
for i, key in ipairs(KEYS) do
    local count = redis.call("incrby", key, cost)
    if count == cost then redis.call("expire", key, ARGV[2 * i]) end
    if count > tonumber(ARGV[2 * i + 1]) then return {i, redis.call("ttl", key)} end
end
return {0, 0}
"""


class Exceeded(Exception):
    """A limit is used up: which one, and in how many seconds it no longer is."""

    def __init__(self, limit: RateLimitItem, seconds: int) -> None:
        super().__init__(limit, seconds)
        self.limit = limit
        self.seconds = seconds


class Windows:
    """Counters in a storage, which is asked for one after another."""

    def __init__(self, storage: Storage) -> None:
        self._limiter = FixedWindowRateLimiter(storage)

    def spend(self, windows: Sequence[Window], cost: int) -> Exceeded | None:
        """Count `cost` in each window up to the first that is used up, and return that."""
        for limit, key in windows:
            if not self._limiter.hit(limit, *key, cost=cost):
                return self._exceeded(limit, key)
        return None

    def used_up(self, windows: Sequence[Window]) -> Exceeded | None:
        """Return the first window that is used up; count nothing."""
        for limit, key in windows:
            if not self._limiter.test(limit, *key):
                return self._exceeded(limit, key)
        return None

    def _exceeded(self, limit: RateLimitItem, key: Key) -> Exceeded:
        end = self._limiter.get_window_stats(limit, *key).reset_time  # in seconds since 1970
        return _exceeded(limit, end - time.time())


class SharedWindows(Windows):
    """Counters in Redis. To spend is one question, however many windows there are."""

    def __init__(self, url: str) -> None:
        client = redis.Redis.from_url(
            url,
            socket_connect_timeout=PATIENCE,
            socket_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),
        )
        self._storage = RedisStorage(url, client.connection_pool, key_prefix="schedscope")
        super().__init__(self._storage)
        self._spend = client.register_script(SPEND)

    def spend(self, windows: Sequence[Window], cost: int) -> Exceeded | None:
        keys = [self._storage.prefixed_key(limit.key_for(*key)) for limit, key in windows]
        bounds = [bound for limit, _ in windows for bound in (limit.get_expiry(), limit.amount)]
        refused, seconds = cast("tuple[int, int]", self._spend(keys, [cost, *bounds]))
        return _exceeded(windows[refused - 1][0], seconds) if refused else None


def _exceeded(limit: RateLimitItem, seconds: float) -> Exceeded:
    return Exceeded(limit, max(1, math.ceil(seconds)))


class Counters:
    """Counters in Redis and in this process."""

    def __init__(self, url: str) -> None:
        self._shared = SharedWindows(url)
        self._own = Windows(MemoryStorage())
        self._shared_from = 0.0  # on the monotonic clock: Redis is not asked before

    def spend(self, limits: Iterable[RateLimitItem], *key: str, cost: int) -> None:
        """Count `cost` in each window of a key. Raise Exceeded at the first that is used up; it counts no further."""
        self.spend_all([(limit, key) for limit in limits], cost=cost)

    def spend_all(self, windows: Sequence[Window], *, cost: int) -> None:
        """Count `cost` in windows of several keys, as `spend` does."""
        if windows:
            self._ask(lambda counters: counters.spend(windows, cost))

    def require(self, limits: Iterable[RateLimitItem], *key: str) -> None:
        """Raise Exceeded if a window of the key is used up; count nothing."""
        windows = [(limit, key) for limit in limits]
        self._ask(lambda counters: counters.used_up(windows))

    def _ask(self, question: Callable[[Windows], Exceeded | None]) -> None:
        """Raise what the counters in Redis answer, or those of this process while Redis is away."""
        if time.monotonic() >= self._shared_from:
            try:
                exceeded = question(self._shared)
            except (RedisError, OSError) as error:
                self._shared_from = time.monotonic() + PAUSE
                logger.warning("limits are counted by each process while Redis does not answer: %s", error)
                exceeded = question(self._own)
        else:
            exceeded = question(self._own)
        if exceeded is not None:
            raise exceeded


@cache
def process_windows() -> Windows:
    """Return counters of what is this process's alone, such as the time of its processor."""
    return Windows(MemoryStorage())


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
