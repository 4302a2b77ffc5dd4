"""`{% page_script "workbench" %}`: the script of a page."""

from __future__ import annotations

from django import template
from django.utils.html import format_html

from webui.bundles.bundle import bundle

register = template.Library()


@register.simple_tag
def page_script(page: str) -> str:
    return format_html('<script type="module" src="{}"></script>', bundle(page).url)
