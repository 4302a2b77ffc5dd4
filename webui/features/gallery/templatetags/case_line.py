"""`{% case_line page.case "walk" %}`: the question of a link's case, on the views of its run."""

from __future__ import annotations

from typing import Any

from django import template

from webui.features.gallery.models import GalleryCase

register = template.Library()


@register.inclusion_tag("case_line.html")
def case_line(case: GalleryCase | None, here: str) -> dict[str, Any]:
    """Return what is said of a case, nothing without one; `here` is the view."""
    plays = case is not None and case.prediction["kind"] == "play" and here != "daytwo"
    return {"case": case, "play": case.snapshot_id if case and plays else None}
