from __future__ import annotations

import asyncio
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

import orjson
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from webui.runs import limits, log
from webui.runs.announce import group
from webui.runs.models import Run
from webui.runs.payloads import LoggedEvent
from webui.snapshots.access import is_expired

NO_SUCH_RUN = 4404
BAD_REQUEST = 4422
DONE = 1000


class RunConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """`/ws/runs/{id}?after=N`: every event after N, once and in order, as {"events": [...]} messages.

    An announcement only wakes it up: the events come from the database, which it polls every two seconds
    in any case. After the last event of the run it closes with 1000.
    """

    async def connect(self) -> None:
        await self.accept()
        self.reader: asyncio.Task[None] | None = None
        self.run_id: uuid.UUID = self.scope["url_route"]["kwargs"]["run_id"]
        after = _after(self.scope["query_string"])
        if after is None:
            await self.close(BAD_REQUEST)
        else:
            self.grew = asyncio.Event()
            await self.channel_layer.group_add(group(self.run_id), self.channel_name)
            self.reader = asyncio.create_task(self._send_from(after))

    async def disconnect(self, code: int) -> None:
        if self.reader is not None:
            self.reader.cancel()
            await self.channel_layer.group_discard(group(self.run_id), self.channel_name)

    async def run_grew(self, _: Mapping[str, Any]) -> None:
        self.grew.set()

    async def _send_from(self, seq: int) -> None:
        read_events = database_sync_to_async(_read_events)
        while True:
            self.grew.clear()  # before reading, so that an announcement from here on causes another round
            page = await read_events(self.run_id, seq)
            if page is None:
                await self.close(NO_SUCH_RUN)
                return
            events, is_unfinished = page
            if events:
                await self.send(text_data=orjson.dumps({"events": events}).decode())
                seq = events[-1]["seq"]
            if len(events) == limits.MESSAGE_EVENTS:
                continue
            if not is_unfinished:
                await self.close(DONE)
                return
            await self._wait()

    async def _wait(self) -> None:
        try:
            await asyncio.wait_for(self.grew.wait(), limits.POLL_SECONDS)
        except TimeoutError:
            return


def _read_events(run_id: uuid.UUID, after: int) -> tuple[list[LoggedEvent], bool] | None:
    """Return the next events and whether more may follow; None if there is no such run."""
    run = Run.objects.select_related("snapshot").defer("snapshot__document").filter(pk=run_id).first()
    if run is None or is_expired(run.snapshot):
        return None
    events = log.read(run_id, after=after, limit=limits.MESSAGE_EVENTS)  # complete if the run had ended above
    return events, run.status in Run.UNFINISHED


def _after(query: bytes) -> int | None:
    """Return the number in the query, 0 if there is none, None if it is not a number."""
    text = parse_qs(query.decode("ascii", "replace")).get("after", ["0"])[0]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
