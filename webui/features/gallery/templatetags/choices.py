"""`{{ choice|choice_name }}`: what a reader chooses among, in words; names of nodes and zones stay.

`{{ case|told:choice }}`: what a reader is told who chose it; empty where there is nothing to add.
"""

from __future__ import annotations

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from webui.features.gallery.models import GalleryCase
from webui.features.gallery.reasons import why, why_not

register = template.Library()

_ENDS: dict[str, Promise] = {
    "well": _("complete"),
    "interrupted": _("complete, after a gap"),
    "skewed": _("skewed"),
    "stuck": _("stuck"),
}


@register.filter
def choice_name(choice: str) -> str | Promise:
    return _ENDS.get(choice, choice)


@register.filter
def about_choice(case: GalleryCase, choice: str) -> str:
    reason = case.figures.get("reasons", {}).get(choice)
    if reason is None:
        return ""
    return why(reason) if choice in case.prediction["right"] else why_not(choice, reason)
