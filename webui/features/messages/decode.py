"""A message of the scheduler explained in the language of the request."""

from __future__ import annotations

from typing import Final

from django.utils.translation import get_language, gettext, ngettext

from scheduler_core import Language, explain_message
from scheduler_core.contract import ExplainedMessage
from webui.features.messages.recent import Recent
from webui.ground.lib.errors import Problem, engine_refusals

MAX_CHARACTERS: Final = 200_000
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
