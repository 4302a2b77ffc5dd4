"""Pods in the order of the scheduler's queue: the higher priority first, then who entered earlier."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")

Rank: TypeAlias = tuple[int, int]
"""The negated priority of a pod, and the change with which it entered the queue."""


@dataclass(slots=True)
class Ranked(Generic[T]):
    """What is said of pods, by key, in the order of their ranks."""

    _order: list[tuple[Rank, str]] = field(default_factory=list)
    _known: dict[str, tuple[Rank, T]] = field(default_factory=dict)

    def put(self, key: str, rank: Rank, value: T) -> None:
        """Say this of a pod, instead of what was said before."""
        self.remove(key)
        insort(self._order, (rank, key))
        self._known[key] = rank, value

    def remove(self, key: str) -> None:
        """Say nothing of a pod."""
        known = self._known.pop(key, None)
        if known is not None:
            del self._order[bisect_left(self._order, (known[0], key))]

    def clear(self) -> None:
        """Say nothing of any pod."""
        self._order.clear()
        self._known.clear()

    def __len__(self) -> int:
        return len(self._order)

    def get(self, key: str) -> T | None:
        """Return the entry of a pod; None if there is none."""
        known = self._known.get(key)
        return None if known is None else known[1]

    def last_before(self, rank: Rank) -> T | None:
        """Return the entry of the last pod before a rank; None if there is none."""
        place = bisect_left(self._order, (rank, ""))
        return self._known[self._order[place - 1][1]][1] if place else None

    def before(self, rank: Rank, since: Rank | None = None) -> Iterator[T]:
        """Yield the entries of the pods before a rank, or only of those from another rank on, in order."""
        first = 0 if since is None else bisect_left(self._order, (since, ""))
        for _, key in self._order[first : bisect_left(self._order, (rank, ""))]:
            yield self._known[key][1]

    def since(self, rank: Rank) -> Iterator[T]:
        """Yield the entries of the pods at and after a rank, in queue order."""
        for _, key in self._order[bisect_left(self._order, (rank, "")) :]:
            yield self._known[key][1]
