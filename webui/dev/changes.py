"""What `make dev` watches: files that a page shows as they are, and when this process began."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from django.conf import settings
from watchfiles import awatch

FOLDERS = (settings.BASE_DIR / "static", settings.BASE_DIR / "webui")
SHOWN = {".css", ".html", ".js", ".svg"}
STARTED = time.time()


async def moments() -> AsyncIterator[float]:
    """Yield `newest()` soon after each change of a file, and once a second."""
    yield newest()
    async for _ in awatch(*FOLDERS, step=20, rust_timeout=1000, yield_on_timeout=True):
        yield newest()


def newest() -> float:
    """When the latest change took effect, in seconds since the epoch. One in Python does so in the next process."""
    return max(STARTED, *(path.stat().st_mtime for path in _shown()))


def _shown() -> Iterator[Path]:
    return (path for folder in FOLDERS for path in folder.rglob("*") if path.suffix in SHOWN)
