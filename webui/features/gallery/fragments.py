"""What the first page and that of the cases show to everybody, rendered once for each language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from webui.features.gallery.models import GalleryCase
from webui.features.gallery.topics import beginning, sections

_SHOWN_TOPICS = slice(1, 4)  # on the card of the cases, after the infamous ones


@dataclass(frozen=True, slots=True)
class Fragments:
    """The case that invites a guess (empty without one), all cases by topic, and what a card says."""

    puzzle: SafeString
    cases: SafeString
    number: int
    topics: tuple[str | Promise, ...]


def fragments() -> Fragments:
    """Return the parts in the current language, for the cases as they are now."""
    if settings.DEVELOPMENT:  # templates change while the process runs
        return _render()
    return _rendered(
        get_language(), tuple(GalleryCase.objects.values_list("slug", "fingerprint", "position"))
    )


@lru_cache(maxsize=4)
def _rendered(language: str | None, cases: tuple[tuple[str, str, int], ...]) -> Fragments:
    return _render()


def _render() -> Fragments:
    cases = list(
        GalleryCase.objects.select_related("snapshot", "later").defer("snapshot__document", "later__document")
    )
    first = next(
        (case for case in cases if case.prediction.get("kind") == "node" and case.figures["spread"]), None
    )
    by_topic = sections(cases)
    listed = {"cases": cases, "sections": by_topic, "beginning": beginning(by_topic)}
    return Fragments(
        puzzle=render_to_string("home_puzzle.html", {"case": first}) if first else SafeString(),
        cases=render_to_string("cases_by_topic.html", listed),
        number=len(cases),
        topics=tuple(section.name for section in by_topic[_SHOWN_TOPICS]),
    )
