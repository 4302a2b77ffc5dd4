"""`{% case_line page.snapshot "walk" %}`: the question of a link's case, on the views of its run."""

from __future__ import annotations

from typing import Any

from django import template

from webui.features.gallery.models import GalleryCase

register = template.Library()


@register.inclusion_tag("case_line.html")
def case_line(snapshot: str, here: str) -> dict[str, Any]:
    """Return the case of a link, if it has one; `here` is the view."""
    case = GalleryCase.objects.only("slug", "question", "prediction").filter(snapshot=snapshot).first()
    plays = case is not None and case.prediction["kind"] == "play" and here != "daytwo"
    return {"case": case, "play": snapshot if plays else None}
