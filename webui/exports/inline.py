"""A page of ours in one file: its styles, scripts and icon are written into it, so that it opens from a disk."""

from __future__ import annotations

import base64
import re
from pathlib import Path

from django.contrib.staticfiles import finders
from django.templatetags.static import static

from webui.lib.caching import kept

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
    "base-uri 'none'; form-action 'none'"
)

STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
ICON = re.compile(r'<link rel="icon" href="([^"]+)"')
SCRIPT = re.compile(r'<script(| defer| type="module") src="([^"]+)"></script>')


def one_file(page: str, scripts: dict[str, str]) -> str:
    """`scripts` are those that are no static files, by address."""
    page = STYLE.sub(lambda found: f"<style>{_style(found[1])}</style>", page)
    page = ICON.sub(lambda found: f'<link rel="icon" href="{_icon(found[1])}"', page)
    page = SCRIPT.sub(lambda found: f"<script{found[1]}>{_script(found[2], scripts)}</script>", page)
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    return page.replace("<head>", f"<head>\n{head}", 1)


def _style(address: str) -> str:
    return _text(_name(address)).replace("</", "<\\/")


def _icon(address: str) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(_text(_name(address)).encode()).decode()}"


def _script(address: str, scripts: dict[str, str]) -> str:
    source = scripts[address] if address in scripts else _text(_name(address))
    return source.replace("</", "<\\/")


def _name(address: str) -> str:
    return address.removeprefix(static(""))


@kept
def _text(name: str) -> str:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path).read_text(encoding="utf-8")
