"""`{% case_line page.case "walk" answer=page.answer_of_kueue %}`: a case's question, and that Kueue decided first."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext_lazy as _

from webui.features.gallery.models import GalleryCase

register = template.Library()

# What a view says of Kueue where it decided first, and leads to the answer.
_QUEUE = {
    "walk": _("Kueue decided first: see the admitted workloads in the Answer"),
    "repairs": _("Each change goes through Kueue too; see the Answer for changes to quota"),
    "capacity": _("Room is counted on nodes, without quota; see the Answer for unused quota"),
    "daytwo": _("Day two keeps what Kueue admitted at the start; change quota in the Answer"),
    "versions": _("Kueue's decisions are the same under each version; see the Answer for admitted workloads"),
    "runs": _("Kueue decided once, before all these runs; see the Answer for admitted workloads"),
}


@register.inclusion_tag("case_line.html")
def case_line(case: GalleryCase | None, here: str, *, answer: str = "") -> dict[str, object]:
    """Return what is said of a case and of Kueue, nothing without them.

    `here` is the view, `answer` the address of what Kueue decided.
    """
    plays = case is not None and case.prediction["kind"] == "play" and here != "daytwo"
    queue = _QUEUE.get(here) if answer else None
    played = case.snapshot_id if case and plays else None
    return {"case": case, "play": played, "queue": queue, "answer": answer}
