"""Inline the styles, fonts, scripts and icon of a page, so that the file opens from disk."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import get_language

from webui.ground.bundles.bundle import PAGES, bundle, script
from webui.ground.glossary.script import script as glossary_script
from webui.ground.glossary.script import script_url
from webui.ground.language.catalogue import catalogue
from webui.ground.lib.caching import cached_in_production

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
    "font-src data:; base-uri 'none'; form-action 'none'"
)

STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
PRELOAD = re.compile(r'<link rel="preload"[^>]*>\n')
FONT = re.compile(r'url\("\.\./(vendor/[^"]+\.woff2)"\)')
ICON = re.compile(r'<link rel="icon" href="([^"]+)"')
SCRIPT = re.compile(r'<script(| defer| type="module") src="([^"]+)"></script>')


def one_file(page: str, scripts: dict[str, str]) -> str:
    """Inline everything into `page`. `scripts` has the sources of scripts that are not static files, by URL."""
    page = PRELOAD.sub("", page)
    page = STYLE.sub(lambda match: f"<style>{_style(match[1])}</style>", page)
    page = ICON.sub(lambda match: f'<link rel="icon" href="{_icon(match[1])}"', page)
    page = SCRIPT.sub(lambda match: f"<script{match[1]}>{_script(match[2], scripts)}</script>", page)
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    return page.replace("<head>", f"<head>\n{head}", 1)


def _style(address: str) -> str:
    text = _text(_name(address)).replace("</", "<\\/")
    return FONT.sub(lambda match: f'url("{_data("font/woff2", _bytes(match[1]))}")', text)


def _icon(address: str) -> str:
    return _data("image/svg+xml", _bytes(_name(address)))


def _data(content_type: str, content: bytes) -> str:
    return f"data:{content_type};base64,{base64.b64encode(content).decode()}"


def _script(address: str, scripts: dict[str, str]) -> str:
    source = scripts[address] if address in scripts else _text(_name(address))
    return source.replace("</", "<\\/")


def _name(address: str) -> str:
    return address.removeprefix(static(""))


def _text(name: str) -> str:
    return _bytes(name).decode()


@cached_in_production
def _bytes(name: str) -> bytes:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path).read_bytes()


def page_file(template: str, context: Mapping[str, object], page: str, *, without: tuple[str, ...]) -> str:
    """Return the HTML of a template whose script is that of `page`, a key of PAGES, `without` some modules."""
    code = get_language() or settings.LANGUAGE_CODE
    language = catalogue(get_language() or "")
    scripts = {bundle(page).url: script(PAGES[page], without=without)}
    scripts |= {language.url: language.script.decode()} if language else {}
    scripts[script_url(code)] = glossary_script(code).plain.decode()
    return one_file(render_to_string(template, dict(context), HttpRequest()), scripts)
