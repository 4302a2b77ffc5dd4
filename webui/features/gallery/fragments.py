"""The parts of the first page that are the same for everybody, rendered once for each language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from webui.features.gallery.models import GalleryCase
from webui.features.gallery.topics import sections


@dataclass(frozen=True, slots=True)
class Fragments:
    """The case that invites to play, empty without one, and all cases by topic."""

    hero: SafeString
    cases: SafeString


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
    cases = list(GalleryCase.objects.all())
    first = next(
        (case for case in cases if case.prediction.get("kind") == "node" and case.figures["spread"]), None
    )
    hero = render_to_string("gallery_hero.html", {"case": _with_limit(first)}) if first else SafeString()
    listed = {"cases": cases, "sections": sections(cases)}
    return Fragments(hero, render_to_string("gallery_cases.html", listed))


def _with_limit(case: GalleryCase) -> GalleryCase:
    """Add what the figure of a hard constraint is drawn from: the limit, and the longest bar."""
    spread = case.figures["spread"]
    limit = spread["minimum"] + spread["max_skew"]
    case.figures |= {"limit": limit, "most": max(limit, *(each["count"] for each in spread["domains"])) + 1}
    return case
