"""The clock: what will happen, in order."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from scheduler_core import allowance

Happening = Callable[[], None]

EPOCH = datetime(2030, 1, 1, tzinfo=UTC)
"""The moment 0 of the clock, for the timestamps of manifests."""


@dataclass(order=True, slots=True)
class Planned:
    """Something that will happen, unless it is cancelled."""

    at: float
    sequence: int
    happening: Happening = field(compare=False)
    repeated: bool = field(compare=False, default=False)
    cancelled: bool = field(compare=False, default=False)


class Clock:
    """Happenings by time; those of one time in the order in which they were planned.

    `now` is in seconds. A repeated happening, such as another try of an eviction, does not keep a play going alone.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self._entries: list[Planned] = []
        self._sequence = 0
        self._lasting = 0

    def timestamp(self) -> str:
        """Return the time as manifests write it."""
        return (EPOCH + timedelta(seconds=int(self.now))).isoformat().replace("+00:00", "Z")

    def plan(self, at: float, happening: Happening, *, repeated: bool = False) -> Planned:
        """Let something happen at a time, at once if that is past."""
        self._sequence += 1
        self._lasting += not repeated
        planned = Planned(max(at, self.now), self._sequence, happening, repeated)
        heapq.heappush(self._entries, planned)
        return planned

    def cancel(self, planned: Planned) -> None:
        """Let something not happen; it may have happened already."""
        if not planned.cancelled:
            planned.cancelled = True
            self._lasting -= not planned.repeated

    def next_at(self) -> float | None:
        """Return when something happens next, None if nothing will."""
        while self._entries and self._entries[0].cancelled:
            heapq.heappop(self._entries)
        return self._entries[0].at if self._entries else None

    @property
    def only_repeats(self) -> bool:
        """Whether nothing is planned but repeated happenings."""
        return self._lasting == 0

    def advance(self) -> None:
        """Go to the time of `next_at`, and let what is planned first happen."""
        allowance.check()
        entry = heapq.heappop(self._entries)
        self.cancel(entry)
        self.now = entry.at
        entry.happening()

    def move_to(self, at: float) -> None:
        """Go to a time at which nothing happens."""
        self.now = max(self.now, at)
