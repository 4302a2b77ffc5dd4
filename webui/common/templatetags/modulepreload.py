"""`{% modulepreload "js/page.js" %}`: the browser fetches all modules of a page at once, not import by import."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()

IMPORT = re.compile(r'^(?:import|export)\s[^"]*?from "(\.[^"]+)";|^import "(\.[^"]+)";', re.MULTILINE)


@register.simple_tag
def modulepreload(entry: str) -> SafeString:
    links = ((static(module),) for module in modules(entry))
    return format_html_join("\n", '<link rel="modulepreload" href="{}">', links)


@cache
def modules(entry: str) -> tuple[str, ...]:
    """The entry and what it imports statically, each once, in order of discovery."""
    found = [entry]
    for module in found:
        for imported in _imports(module):
            if imported not in found:
                found.append(imported)
    return tuple(found)


def _imports(module: str) -> list[str]:
    path = finders.find(module)
    if path is None:
        return []
    folder = posixpath.dirname(module)
    specifiers = (first or second for first, second in IMPORT.findall(Path(path).read_text()))
    return [posixpath.normpath(posixpath.join(folder, specifier)) for specifier in specifiers]
