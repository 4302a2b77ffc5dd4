"""`/ws/live/{id}`: {"look": 17, "state": "following"} whenever a cluster has new entries or another state.

It tells nothing of the cluster besides: what there is to see is asked for by requests, where access is checked.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import orjson
from asgiref.sync import sync_to_async

from webui.features.live.models import FollowedCluster
from webui.features.live.reading import state_of
from webui.ground.lib.asgi import Receive, Scope, Send
from webui.ground.lib.database import CONNECTION_ERRORS, retry

POLL_SECONDS = 0.3
NO_SUCH_CLUSTER = 4404


class Looks:
    """What is new of a cluster, looked up once for all its viewers in this process."""

    def __init__(self, cluster_id: uuid.UUID) -> None:
        self.cluster_id = cluster_id
        self.viewers = 0
        self.text: str | None = ""  # None: there is no such cluster
        self._changed = asyncio.Event()
        self.task = asyncio.create_task(self._look())

    async def after(self, text: str) -> str | None:
        """Wait until something else than this is to be told, and return it; None if there is no such cluster."""
        while self.text == text:
            await self._changed.wait()
        return self.text

    async def _look(self) -> None:
        while self.text is not None:
            try:
                text = await sync_to_async(lambda: retry(self._read, seconds=POLL_SECONDS))()
            except CONNECTION_ERRORS:
                text = self.text
            if text != self.text:
                self.text = text
                changed, self._changed = self._changed, asyncio.Event()
                changed.set()
            await asyncio.sleep(POLL_SECONDS)

    def _read(self) -> str | None:
        found = FollowedCluster.objects.filter(pk=self.cluster_id)
        cluster = found.only("last", "trouble", "lease_until").first()
        if cluster is None:
            return None
        return orjson.dumps({"look": cluster.last, "state": state_of(cluster)}).decode()


looks: dict[uuid.UUID, Looks] = {}


@asynccontextmanager
async def _looks_of(cluster_id: uuid.UUID) -> AsyncIterator[Looks]:
    """Yield what is new of a cluster to a viewer. It ends with the last of them."""
    shared = looks.get(cluster_id)
    if shared is None:
        shared = looks[cluster_id] = Looks(cluster_id)
    shared.viewers += 1
    try:
        yield shared
    finally:
        shared.viewers -= 1
        if not shared.viewers:
            shared.task.cancel()
            looks.pop(cluster_id, None)


async def watch(scope: Scope, receive: Receive, send: Send) -> None:
    """Tell a viewer when to look, until they leave."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})
    sender = asyncio.create_task(_send_looks(scope["url_route"]["kwargs"]["cluster_id"], send))
    leaving = asyncio.create_task(_leave(receive))
    try:
        await asyncio.wait((sender, leaving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        sender.cancel()
        leaving.cancel()
        await asyncio.gather(sender, leaving, return_exceptions=True)


async def _send_looks(cluster_id: uuid.UUID, send: Send) -> None:
    text: str | None = ""
    async with _looks_of(cluster_id) as shared:
        while (text := await shared.after(text or "")) is not None:
            await send({"type": "websocket.send", "text": text})
    await send({"type": "websocket.close", "code": NO_SUCH_CLUSTER})


async def _leave(receive: Receive) -> None:
    while (await receive()).get("type") != "websocket.disconnect":
        pass
