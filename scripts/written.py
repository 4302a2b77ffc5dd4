"""Files that a script writes from what is elsewhere, and checks in `make lint`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def write_or_check(texts: Mapping[Path, str], arguments: Sequence[str], *, source: str, make: str) -> int:
    """Write the texts into their files; with `--check` return 1 if one is another, and say what `make` renews it."""
    if "--check" not in arguments:
        for path, text in texts.items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return 0
    stale = [
        path for path, text in texts.items() if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path in stale:
        print(f"{path.relative_to(ROOT)} is not what {source}: run `make {make}`")
    return int(bool(stale))
