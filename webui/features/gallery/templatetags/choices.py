"""`{{ choice|choice_name }}`: what a reader chooses among, in words; names of nodes and zones stay."""

from __future__ import annotations

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

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
