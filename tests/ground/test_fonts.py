"""The fonts: ours, small, asked for at once, and with their licences."""

from __future__ import annotations

import re
from pathlib import Path

from webui.features.exports.inline import POLICY, one_file

ROOT = Path(__file__).resolve().parent.parent.parent
TOKENS = ROOT / "static/css/tokens.css"
BASE = ROOT / "webui/ground/lib/templates/base.html"
MOST = 60_000  # bytes of both, once for each visitor


def fonts() -> list[Path]:
    return [
        (TOKENS.parent / address).resolve() for address in re.findall(r'url\("(.+?)"\)', TOKENS.read_text())
    ]


def test_they_are_served_by_us_with_their_licences() -> None:
    assert [font.name for font in fonts()] == ["inter.woff2", "jetbrains-mono.woff2"]
    for font in fonts():
        assert font.read_bytes()[:4] == b"wOF2"
        assert "SIL Open Font License, Version 1.1" in (font.parent / "LICENSE").read_text()


def test_they_are_small() -> None:
    assert sum(font.stat().st_size for font in fonts()) < MOST


def test_text_is_there_before_them_and_a_page_asks_for_them_at_once() -> None:
    style, page = TOKENS.read_text(), BASE.read_text()
    assert style.count("font-display: swap") == len(fonts())
    for font in fonts():
        address = font.relative_to(ROOT / "static")
        assert (
            f"""<link rel="preload" href="{{% static '{address}' %}}" as="font" type="font/woff2" crossorigin>"""
            in page
        )


def test_a_page_saved_to_disk_has_them_in_it() -> None:
    head = '<link rel="preload" href="/static/vendor/inter/inter.woff2" as="font">\n'
    page = one_file(f'<head>{head}<link rel="stylesheet" href="css/tokens.css"></head>', {})
    assert "font-src data:" in POLICY
    assert page.count('url("data:font/woff2;base64,') == len(fonts())
    assert "vendor/" not in page.replace("static/vendor/README.md", "")
