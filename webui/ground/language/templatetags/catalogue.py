"""`{% catalogue_script %}`: the translations for the scripts of a page. Empty for English."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.translation import get_language

from webui.ground.language.catalogue import catalogue

register = template.Library()


@register.simple_tag
def catalogue_script() -> str:
    translations = catalogue(get_language() or "")
    return format_html('<script defer src="{}"></script>', translations.url) if translations else ""
