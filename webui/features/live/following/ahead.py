"""Looking ahead: every few minutes another process looks at the cluster as it is, and what is new is said."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing import get_context
from multiprocessing.pool import AsyncResult, Pool
from typing import Any

from scheduler_core import LIVE_LOOKS, live_news, live_too_large, look_ahead
from scheduler_core.contract import LiveFinding, Manifest

EVERY_SECONDS = 300.0
LOOK_SECONDS = 60.0  # of the processor for each look; a cluster that takes more is too large for it
LOST_SECONDS = 1200.0  # of the clock, then the process that looked is taken for killed
MOST_LINES = 3  # of one look
NICENESS = 10

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Look:
    """A look that is being made."""

    at: float
    moment: int
    result: AsyncResult[Any]


@dataclass(slots=True)
class LookingAhead:
    """Looks in the processes of a pool, so that no decision waits for it. The first look has nothing to be new to."""

    pool: Pool
    config: Manifest | None
    release: str
    seconds: float = LOOK_SECONDS
    _looks: list[Any] = field(default_factory=lambda: list(LIVE_LOOKS))
    _known: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    _look: _Look | None = None
    _due: float = 0.0

    def turn(self, now: float, moment: int, objects: Callable[[], Iterable[bytes]]) -> list[LiveFinding]:
        """Return what a look that has ended found anew, and begin the next one if it is time."""
        news = self._ended(now)
        if self._look is None and self._looks and now >= self._due:
            asked = (list(objects()), self.config, self.release, self._looks, self.seconds)
            self._look = _Look(now, moment, self.pool.apply_async(look_ahead, asked))
            self._due = now + EVERY_SECONDS
        return news

    def _ended(self, now: float) -> list[LiveFinding]:
        look = self._look
        if look is None or not (look.result.ready() or now - look.at > LOST_SECONDS):
            return []
        self._look = None
        try:
            result = look.result.get(timeout=0)
        except Exception:  # whatever it met, decisions go on
            logger.warning("looking ahead failed", exc_info=True)
            return []
        at = datetime.fromtimestamp(look.at, UTC).isoformat()
        news = [finding for name, findings in result.items() for finding in self._news(name, findings)]
        return [{**finding, "at": at, "moment": look.moment} for finding in news]

    def _news(self, name: Any, findings: list[LiveFinding] | None) -> list[LiveFinding]:
        if findings is None:
            self._looks.remove(name)
            return [live_too_large(name)]
        known = self._known.get(name)
        self._known[name] = {(finding["rule"], finding["subject"]) for finding in findings}
        return [] if known is None else live_news(findings, known, MOST_LINES)


def pool() -> Pool:
    """Return a process that leaves the processor to others and gives its memory back after each look."""
    return get_context("spawn").Pool(1, os.nice, (NICENESS,), maxtasksperchild=1)
