"""`{% page_script "workbench" %}`: the script of a page. `{% bundled_script … %}`: always bundled."""

from __future__ import annotations

import time

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join

from webui.ground.bundles.bundle import PAGES, bundle

register = template.Library()


@register.simple_tag
def page_script(page: str) -> str:
    return _modules(page) if settings.DEVELOPMENT else bundled_script(page)


@register.simple_tag
def bundled_script(page: str) -> str:
    return format_html('<script type="module" src="{}"></script>', bundle(page).url)


def _modules(page: str) -> str:
    """Return the modules unbundled, and one that reloads the page after a change."""
    urls = [*map(static, PAGES[page]), f"{static('dev/reload.js')}?since={time.time()}"]
    return format_html_join("", '<script type="module" src="{}"></script>', ((url,) for url in urls))
