"""The terms as a script before the modules of a page, by language."""

from __future__ import annotations

import orjson
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from scheduler_core import DEFAULT_VERSION
from webui.ground.glossary.terms import SOURCES, TAGS, terms
from webui.ground.lib.body import Body
from webui.ground.lib.caching import cached_in_production


@cached_in_production
def script(language: str) -> Body:
    """Return the script in a language; raise KeyError for an unknown one."""
    known = dict(settings.LANGUAGES)
    if language not in known:
        raise KeyError(language)
    with translation.override(language):
        glossary = {
            "terms": {term.id: term.json() for term in terms()},
            "tags": TAGS,
            "release": DEFAULT_VERSION,
            "sources": SOURCES,
            "page": reverse("glossary"),
        }
    return Body(b"globalThis.glossary=" + orjson.dumps(glossary) + b";\n")


def script_url(language: str) -> str:
    """Return the address of the script, which contains its digest."""
    return reverse("glossary_script", args=[language, script(language).digest])
