from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from watchfiles import awatch

# What `make dev` watches: the files that pages use unbundled, and the start of this process.
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


class ChangesConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """`/ws/changes?since=SECONDS`: one message as soon as a file is newer than that."""

    async def connect(self) -> None:
        await self.accept()
        since = float(parse_qs(self.scope["query_string"])[b"since"][0])
        self.watcher = asyncio.create_task(self._watch(since))

    async def disconnect(self, code: int) -> None:
        self.watcher.cancel()

    async def _watch(self, since: float) -> None:
        async for moment in moments():
            if moment > since:
                await self.send(text_data="changed")
                return
