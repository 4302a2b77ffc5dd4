"""Looking ahead: every few minutes another process looks at the cluster as it is, and what is new is said."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

from scheduler_core import LIVE_LOOKS, live_news, live_too_large, look_ahead
from scheduler_core.contract import LiveFinding, Manifest

EVERY_SECONDS = 300.0
LOOK_SECONDS = 60.0  # of the processor for each look; a cluster that takes more is too large for it
MOST_LINES = 3  # of one look

logger = logging.getLogger(__name__)


class Aside(Protocol):
    """Does work in another thread or process."""

    def submit(self, work: Callable[..., Any], objects: Sequence[bytes], /, *others: Any) -> Future[Any]:
        """Begin to call `work(objects, *others)`, and return its result to come."""


@dataclass(frozen=True, slots=True)
class _Look:
    """A look that is being made."""

    at: float
    moment: int
    result: Future[Any]


@dataclass(slots=True)
class LookingAhead:
    """Looks in another process, so that no decision waits for it. The first look has nothing to be new to."""

    aside: Aside
    config: Manifest | None
    release: str
    seconds: float = LOOK_SECONDS
    _looks: list[Any] = field(default_factory=lambda: list(LIVE_LOOKS))
    _known: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    _look: _Look | None = None
    _due: float = 0.0

    def turn(self, now: float, moment: int, objects: Callable[[], Iterable[bytes]]) -> list[LiveFinding]:
        """Return what a look that has ended found anew, and begin the next one if it is time."""
        news = self._ended()
        if self._look is None and self._looks and now >= self._due:
            asked = (self.config, self.release, self._looks.copy(), self.seconds)
            self._look = _Look(now, moment, self.aside.submit(look_ahead, list(objects()), *asked))
            self._due = now + EVERY_SECONDS
        return news

    def _ended(self) -> list[LiveFinding]:
        look = self._look
        if look is None or not look.result.done():
            return []
        self._look = None
        try:
            result = look.result.result()
        except Exception as error:  # whatever it met, decisions go on
            logger.warning("looking ahead failed: %s", error)
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
