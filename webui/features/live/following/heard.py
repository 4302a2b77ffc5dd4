"""What is heard of a cluster, in the order in which it is heard: what the watching thread hands on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Literal

from scheduler_core.contract import Manifest

HOLD_SECONDS = 0.15
Why = Literal["started", "silent", "expired", "restored", "found"]


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
    """An object as it is now, or as it was last if it is gone."""

    at: float
    manifest: Manifest
    gone: bool = False


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


class InOrder:
    """Puts changes of all kinds into the order in which they were made, by their versions, as each kind has a watch.

    A change waits for `HOLD_SECONDS` for earlier ones. Versions that are no numbers leave the order as it is heard.
    """

    def __init__(self) -> None:
        self._held: list[tuple[int, int, Changed]] = []
        self._count = self._newest = 0
        self._at = 0.0

    def put(self, changed: Changed) -> None:
        """Take a change."""
        text = changed.manifest.get("metadata", {}).get("resourceVersion", "")
        version = int(text) if isinstance(text, str) and text.isdecimal() else self._newest
        self._newest = max(self._newest, version)
        self._count += 1
        heappush(self._held, (version, self._count, changed))

    def due(self, now: float) -> Iterator[Changed]:
        """Yield the changes that have waited long enough, each with a time not before that of the one before it."""
        while self._held and self._held[0][2].at <= now - HOLD_SECONDS:
            _, _, changed = heappop(self._held)
            self._at = max(self._at, changed.at)
            yield replace(changed, at=self._at)


Item = Listed | Changed | Alive | Silent
