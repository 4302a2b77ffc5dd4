"""All that the engine says to people in sentences, by registry and kind: the page says the same, translated.

`make types` writes it for the page (`static/js/wording`), `make messages` collects it for translation.
"""

from __future__ import annotations

from collections.abc import Mapping

from .advice.lint import RULES
from .advice.phrases import TEMPLATES
from .explain.live.phrases import WORDING as LIVE
from .explain.queueing.phrases import WORDING as QUEUEING
from .explain.view.causes.headings import CLAUSES
from .explain.view.causes.titles import TITLES
from .kubernetes.versions import CHANGES
from .sentences import Template

WORDING: Mapping[str, Mapping[str, Template | Mapping[str, Template]]] = {
    "causes": TITLES,
    "headings": CLAUSES,
    "lint": {
        rule.name: {"title": rule.title, "message": rule.message, **({"fix": rule.fix} if rule.fix else {})}
        for rule in RULES.values()
    },
    "live": LIVE,
    "queueing": QUEUEING,
    "versions": {
        change.name: {"title": change.title, **({"note": change.note} if change.note else {})}
        for change in CHANGES
    },
    "whatif": TEMPLATES,
}
