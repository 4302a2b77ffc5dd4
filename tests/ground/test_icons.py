from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
USED = re.compile(r"""\bicon\(["'](\w+)["']|#i-(\w+)["']|\bicon: ["'](\w+)["']|\bsign: ["'](\w+)["']""")


def test_every_icon_is_in_the_sprite() -> None:
    sprite = set(
        re.findall(r'<symbol id="i-(\w+)"', (ROOT / "webui/ground/lib/templates/icons.svg").read_text())
    )
    files = [*(ROOT / "static/js").rglob("*.js"), *(ROOT / "webui").rglob("templates/**/*.html")]
    used = {
        name: file.name
        for file in files
        for groups in USED.findall(file.read_text())
        for name in groups
        if name
    }
    assert len(used) > 20
    assert {name: file for name, file in used.items() if name not in sprite} == {}
