"""A message of the scheduler explained in the language of the request."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from django.utils.translation import get_language, gettext, ngettext

from scheduler_core import Language, explain_message
from scheduler_core.contract import ExplainedMessage
from webui.ground.lib.errors import Problem, engine_refusals

MAX_CHARACTERS: Final = 200_000
KEPT_SECONDS: Final = 60.0
KEPT_MAX: Final = 32  # explanations, of some 100 kB each
KEPT_CHARACTERS_MAX: Final = 16_000  # of a text whose explanation is kept


class Recent:
    """Keeps explanations by text and language, and makes one at a time.

    A link to one that a crowd follows is explained once in a process.
    """

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


RECENT: Final = Recent()


def decode(text: str) -> ExplainedMessage:
    """Return the explanation of the first message in a text; raise Problem if there is none, or the text is long."""
    if len(text) > MAX_CHARACTERS:
        message = gettext("must have at most %(most)s characters, got %(number)s: paste only the event") % {
            "most": f"{MAX_CHARACTERS:,}",
            "number": f"{len(text):,}",
        }
        raise Problem(422, [{"path": "text", "message": message}])
    with engine_refusals():
        return RECENT.explained(
            text, get_language() or "", lambda: explain_message(text, Language(gettext, ngettext))
        )
