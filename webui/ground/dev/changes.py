"""What `make dev` watches: the files that pages use unbundled, and the start of this process."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from django.conf import settings
from watchfiles import awatch

FOLDERS = (settings.BASE_DIR / "static", settings.BASE_DIR / "webui")
SUFFIXES = {".css", ".html", ".js", ".svg"}
STARTED = time.time()


async def moments() -> AsyncIterator[float]:
    """Yield `newest()` soon after each change of a file, and once a second."""
    yield newest()
    async for _ in awatch(*FOLDERS, step=20, rust_timeout=1000, yield_on_timeout=True):
        yield newest()


def newest() -> float:
    """Return when the latest change took effect, in seconds since the epoch; one of Python code at the restart."""
    return max(STARTED, *(path.stat().st_mtime for path in _watched_files()))


def _watched_files() -> Iterator[Path]:
    return (path for folder in FOLDERS for path in folder.rglob("*") if path.suffix in SUFFIXES)
