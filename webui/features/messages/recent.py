"""Explanations of the last minute, so that a link to one that a crowd follows is explained once in a process."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from scheduler_core.contract import ExplainedMessage

KEPT_SECONDS: Final = 60.0
KEPT_MAX: Final = 32  # explanations, of some 100 kB each
KEPT_CHARACTERS_MAX: Final = 16_000  # of a text whose explanation is kept


class Recent:
    """Keeps explanations by text and language, and makes one at a time."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], tuple[float, ExplainedMessage]] = OrderedDict()
        self._lock = threading.Lock()

    def explained(
        self, text: str, language: str, explain: Callable[[], ExplainedMessage]
    ) -> ExplainedMessage:
        """Return the explanation that is kept, or make it; what `explain` raises is raised and not kept."""
        if len(text) > KEPT_CHARACTERS_MAX:
            return explain()
        with self._lock:
            self._forget()
            entry = self._kept.get((text, language))
            if entry is None:
                entry = time.monotonic() + KEPT_SECONDS, explain()
                self._keep((text, language), entry)
            return entry[1]

    def _keep(self, key: tuple[str, str], entry: tuple[float, ExplainedMessage]) -> None:
        self._kept[key] = entry
        if len(self._kept) > KEPT_MAX:
            self._kept.popitem(last=False)

    def _forget(self) -> None:
        """Drop what is too old; the oldest stand first."""
        now = time.monotonic()
        while self._kept and next(iter(self._kept.values()))[0] <= now:
            self._kept.popitem(last=False)
