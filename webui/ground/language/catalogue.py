"""The translations for scripts: Django's JavaScript catalogue, made once per process.

Its URL contains a digest of the content, so that browsers cache it forever.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.views.i18n import JavaScriptCatalog


@dataclass(frozen=True)
class Catalogue:
    language: str
    script: bytes

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.script).hexdigest()[:16]

    @property
    def url(self) -> str:
        return reverse("catalogue", args=[self.language, self.digest])


@cache
def catalogue(language: str) -> Catalogue | None:
    """Return the catalogue; None for English, the language of the messages, and for unknown languages."""
    if language == settings.LANGUAGE_CODE or language not in dict(settings.LANGUAGES):
        return None
    with translation.override(language):
        response = JavaScriptCatalog(packages=["webui.ground.language"]).get(HttpRequest())
    return Catalogue(language, response.content)
