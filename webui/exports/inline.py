"""A page of ours in one file: its styles, scripts, modules and icon are written into it, so that it opens from a disk.

Modules keep their imports: each becomes a data URL under a name of its own in an import map.
"""

from __future__ import annotations

import base64
import json
import posixpath
import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.templatetags.static import static

PREFIX = "app/"
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data: blob:; "
    "base-uri 'none'; form-action 'none'"
)
LATER = ("js/editor/", "js/import/")  # what is loaded when something is to be changed is left out

STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
ICON = re.compile(r'<link rel="icon" href="([^"]+)"')
PRELOAD = re.compile(r'<link rel="modulepreload" href="[^"]+">\n?')
SCRIPT = re.compile(r'<script(?: defer)? src="([^"]+)"></script>')
MODULE = re.compile(r'<script type="module" src="([^"]+)"></script>')
SPECIFIER = re.compile(r'(^(?:import|export)\s[^"]*?from |^import |\bimport\()"(\.[^"]+)"', re.MULTILINE)


def one_file(page: str, scripts: dict[str, str]) -> str:
    """`scripts` are those that are no static files, by address."""
    entries = [_name(address) for address in MODULE.findall(page)]
    page = STYLE.sub(lambda found: f"<style>{_style(found[1])}</style>", page)
    page = ICON.sub(
        lambda found: f'<link rel="icon" href="{_data("image/svg+xml", _text(_name(found[1])))}"', page
    )
    page = PRELOAD.sub("", page)
    page = SCRIPT.sub(lambda found: f"<script>{_script(found[1], scripts)}</script>", page)
    page = MODULE.sub(
        lambda found: f'<script type="module">import "{PREFIX}{_name(found[1])}";</script>', page
    )
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    imports = f'<script type="importmap">{_import_map(tuple(entries))}</script>'
    return page.replace("<head>", f"<head>\n{head}", 1).replace("</head>", f"{imports}\n</head>", 1)


@cache
def _import_map(entries: tuple[str, ...]) -> str:
    found = list(entries)
    sources: dict[str, str] = {}
    for module in found:
        source = _text(module)
        folder = posixpath.dirname(module)
        sources[PREFIX + module] = _data("text/javascript", _named(source, folder))
        for how, specifier in SPECIFIER.findall(source):
            imported = posixpath.normpath(posixpath.join(folder, specifier))
            left_out = how == "import(" and imported.startswith(LATER)
            if imported not in found and not left_out:
                found.append(imported)
    return json.dumps({"imports": sources})


def _named(source: str, folder: str) -> str:
    """A relative specifier has no meaning in a data URL: it becomes the module's name."""

    def name(found: re.Match[str]) -> str:
        return f'{found[1]}"{PREFIX}{posixpath.normpath(posixpath.join(folder, found[2]))}"'

    return SPECIFIER.sub(name, source)


def _data(kind: str, text: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"


def _style(address: str) -> str:
    return _text(_name(address)).replace("</", "<\\/")


def _script(address: str, scripts: dict[str, str]) -> str:
    source = scripts[address] if address in scripts else _text(_name(address))
    return source.replace("</", "<\\/")


def _name(address: str) -> str:
    return address.removeprefix(static(""))


@cache
def _text(name: str) -> str:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path).read_text(encoding="utf-8")
