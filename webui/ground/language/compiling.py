"""The compiled message catalogues: Django reads only these, and they are made of the texts on this machine.

`make install`, `make run`, the image and the tests compile them (`python -m webui.ground.language.compiling`); git
has the texts alone.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from django.core import checks

LOCALE = Path(__file__).parent / "locale"


def stale_catalogues(locale: Path = LOCALE) -> list[Path]:
    """Return the texts that have no compiled form, or an older one."""
    return [text for text in sorted(locale.glob("*/LC_MESSAGES/*.po")) if _is_stale(text)]


@checks.register
def check_catalogues(**_options: Any) -> list[checks.CheckMessage]:
    """Warn about catalogues that are not compiled: their language would be missing, or its texts old."""
    return [
        checks.Warning(
            f"{text.parent.parent.name}/{text.name} is not compiled: pages lack its translations",
            hint="Run `python -m webui.ground.language.compiling`, as `make install` does.",
            id="language.W001",
        )
        for text in stale_catalogues()
    ]


def compile_stale(locale: Path = LOCALE) -> list[Path]:
    """Compile the texts that have changed, and return them."""
    stale = stale_catalogues(locale)
    for text in stale:
        compile_catalogue(text)
    return stale


def compile_catalogue(text: Path) -> None:
    """Compile a text; other processes see the old form or the new one, never a part."""
    import polib

    handle, part = tempfile.mkstemp(dir=text.parent)
    os.close(handle)
    try:
        polib.pofile(str(text)).save_as_mofile(part)
        Path(part).chmod(0o644)
        Path(part).replace(text.with_suffix(".mo"))
    finally:
        Path(part).unlink(missing_ok=True)


def _is_stale(text: Path) -> bool:
    compiled = text.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < text.stat().st_mtime


if __name__ == "__main__":
    compile_stale()
