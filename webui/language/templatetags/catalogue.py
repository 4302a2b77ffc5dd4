"""`{% catalogue_script %}`: the texts for the scripts of a page, before these. Nothing for English."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.translation import get_language

from webui.language.catalogue import catalogue

register = template.Library()


@register.simple_tag
def catalogue_script() -> str:
    found = catalogue(get_language() or "")
    return format_html('<script defer src="{}"></script>', found.url) if found else ""
