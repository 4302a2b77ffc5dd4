"""What is followed once for all its viewers in this process: from the first of them until the last has left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from typing import Generic, TypeVar


class Followed:
    """Something that one task follows for all who look at it; a class of its own says in `follow` how."""

    def __init__(self) -> None:
        self.viewers = 0
        self._changed = asyncio.Event()
        self.follower = asyncio.create_task(self.follow())

    async def follow(self) -> None:
        """Look at it until it is over, and notify those who wait."""
        raise NotImplementedError

    @property
    def is_spent(self) -> bool:
        """Whether who comes now needs another one."""
        return False

    async def changed(self) -> None:
        """Wait until something is new."""
        await self._changed.wait()

    def notify(self) -> None:
        """Tell those who wait that something is new."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def close(self) -> None:
        """Follow no longer."""
        self.follower.cancel()


K = TypeVar("K", bound=Hashable)
F = TypeVar("F", bound=Followed)


class Audience(Generic[K, F]):
    """What is followed now, by key. `begin` makes what a key names."""

    def __init__(self, begin: Callable[[K], F]) -> None:
        self._begin = begin
        self._followed: dict[K, F] = {}

    def get(self, key: K) -> F | None:
        """Return what is followed under a key; None if it has no viewers."""
        return self._followed.get(key)

    @asynccontextmanager
    async def join(self, key: K) -> AsyncIterator[F]:
        """Yield what a key names to a viewer, who shares it with all others."""
        followed = self._followed.get(key)
        if followed is None or followed.is_spent:
            followed = self._followed[key] = self._begin(key)
        followed.viewers += 1
        try:
            yield followed
        finally:
            followed.viewers -= 1
            if not followed.viewers:
                if self._followed.get(key) is followed:
                    del self._followed[key]
                followed.close()
