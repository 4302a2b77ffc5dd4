"""What is heard of a cluster, in the order in which it is heard: what the watching thread hands on."""

from __future__ import annotations

import queue
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Literal

from scheduler_core.contract import Manifest
from webui.features.live.following.answers import number_of, version_of
from webui.features.live.following.pages import Room

HOLD_SECONDS = 0.15
MOST_BYTES = 64 * 2**20  # of changes that nobody has taken yet, as they came
MOST_HELD_BYTES = 16 * 2**20  # of those that wait for earlier ones: then no more are taken
OF_A_CHANGE = 2_000  # bytes, besides its object
Why = Literal["started", "silent", "expired", "restored", "behind", "odd", "found"]


@dataclass(frozen=True, slots=True)
class Listed:
    """All objects of a kind as they are, each with its kind.

    `why` is that of the gap before; "" for none, "found" if the server has the kind since now, or no longer. `since` is
    when the kind was heard last.
    """

    at: float
    kind: str
    plural: str
    objects: Iterable[Manifest]
    why: Why | Literal[""] = ""
    since: float | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """An object as it is now, or as it was last if it is gone; `size` is that of its JSON."""

    at: float
    manifest: Manifest
    gone: bool = False
    size: int = 0


@dataclass(frozen=True, slots=True)
class Alive:
    """The API server was heard, or a kind of objects: a bookmark, or a watch that is open."""

    at: float
    plural: str = ""


@dataclass(frozen=True, slots=True)
class Silent:
    """The API server does not answer, or refuses a kind; in its own words or those of the connection."""

    at: float
    message: str
    plural: str = ""


Item = Listed | Changed | Alive | Silent


class Behind(Exception):
    """More has changed than can be kept until it is taken."""


class Heard:
    """What one thread has heard and another one has not yet taken."""

    def __init__(self) -> None:
        self._items: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self._room = Room(MOST_BYTES)

    def put(self, item: Item) -> None:
        """Add an item; raise Behind if there is no room for a change."""
        if isinstance(item, Changed) and not self._room.take(item.size + OF_A_CHANGE):
            raise Behind
        self._items.put(item)

    def take(self, seconds: float = 0.0) -> Item | None:
        """Return the first item, None if there is none within so many seconds."""
        try:
            item = self._items.get(timeout=seconds) if seconds else self._items.get_nowait()
        except queue.Empty:
            return None
        if isinstance(item, Changed):
            self._room.give(item.size + OF_A_CHANGE)
        return item


class InOrder:
    """Puts changes of all kinds into the order in which they were made, by their versions, as each kind has a watch.

    A change waits for `HOLD_SECONDS` for earlier ones. Versions that are no numbers leave the order as it is heard.
    """

    def __init__(self) -> None:
        self._held: list[tuple[int, int, Changed]] = []
        self._count = self._newest = self._bytes = 0
        self._at = 0.0

    @property
    def is_full(self) -> bool:
        """Whether no further change is to be put here before others have left."""
        return self._bytes > MOST_HELD_BYTES

    def put(self, changed: Changed) -> None:
        """Take a change."""
        number = number_of(version_of(changed.manifest))
        version = self._newest if number is None else number
        self._newest = max(self._newest, version)
        self._count += 1
        self._bytes += changed.size + OF_A_CHANGE
        heappush(self._held, (version, self._count, changed))

    def due(self, now: float) -> Iterator[Changed]:
        """Yield the changes that have waited long enough, each with a time not before that of the one before it."""
        while self._held and self._held[0][2].at <= now - HOLD_SECONDS:
            _, _, changed = heappop(self._held)
            self._bytes -= changed.size + OF_A_CHANGE
            self._at = max(self._at, changed.at)
            yield replace(changed, at=self._at)
