"""`{% glossary_script %}`: the terms for the scripts of a page."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.translation import get_language

from webui.ground.glossary.script import script_url

register = template.Library()


@register.simple_tag
def glossary_script() -> str:
    url = script_url(get_language() or settings.LANGUAGE_CODE)
    return format_html('<script defer src="{}"></script>', url)
