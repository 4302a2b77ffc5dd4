from __future__ import annotations

import asyncio
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer

from webui.ground.dev.changes import moments


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
