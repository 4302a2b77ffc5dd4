"""`/ws/live/{id}`: {"look": 17, "state": "following"} whenever a cluster has new entries or another state.

Who may not see the cluster is told that there is none, as by its page. What there is to see is asked for by requests.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from contextlib import suppress

import orjson
from asgiref.sync import sync_to_async

from webui.core.accounts.caller import request_of
from webui.features.live import access
from webui.features.live.models import FollowedCluster
from webui.features.live.reading import state_of
from webui.ground.lib.asgi import Receive, Scope, Send
from webui.ground.lib.audience import Audience, Followed
from webui.ground.lib.database import CONNECTION_ERRORS, retry
from webui.ground.lib.errors import Problem
from webui.ground.lib.sockets import accept, first_of, leaving

POLL_SECONDS = 0.3
CHECK_SECONDS = 30.0  # after which it is asked again whether a viewer may see the cluster
NO_SUCH_CLUSTER = 4404
TRY_AGAIN = 1013


class Looks(Followed):
    """What is new of a cluster, looked up once for all its viewers in this process."""

    def __init__(self, cluster_id: uuid.UUID) -> None:
        super().__init__()
        self.cluster_id = cluster_id
        self.text: str | None = ""  # None: there is no such cluster

    @property
    def is_spent(self) -> bool:
        return self.text is None

    async def after(self, text: str) -> str | None:
        """Wait until something else than this is to be told, and return it; None if there is no such cluster."""
        while self.text == text:
            await self.changed()
        return self.text

    async def follow(self) -> None:
        """Look again and again; while the database does not answer nothing is new."""
        while self.text is not None:
            try:
                text = await sync_to_async(lambda: retry(self._read, seconds=POLL_SECONDS))()
            except CONNECTION_ERRORS:
                text = self.text
            if text != self.text:
                self.text = text
                self.notify()
            await asyncio.sleep(POLL_SECONDS)

    def _read(self) -> str | None:
        clusters = FollowedCluster.objects.filter(pk=self.cluster_id)
        cluster = clusters.only("last", "trouble", "lease_until", "lease_owner").first()
        if cluster is None:
            return None
        return orjson.dumps({"look": cluster.last, "state": state_of(cluster)}).decode()


looks: Audience[uuid.UUID, Looks] = Audience(Looks)


async def watch(scope: Scope, receive: Receive, send: Send) -> None:
    """Tell a viewer when to look, until they leave or may no longer."""
    await accept(receive, send)
    with suppress(OSError):  # the viewer has left
        await first_of(leaving(receive), _tell(scope, send))


async def _tell(scope: Scope, send: Send) -> None:
    try:
        code = await _send_looks(scope, send)
    except CONNECTION_ERRORS:
        code = TRY_AGAIN
    await send({"type": "websocket.close", "code": code})


async def _send_looks(scope: Scope, send: Send) -> int:
    """Send what is new for as long as the viewer may see the cluster; return with which code it ends."""
    cluster_id = scope["url_route"]["kwargs"]["cluster_id"]
    text: str | None = ""
    until = 0.0
    async with looks.join(cluster_id) as shared:
        while (text := await shared.after(text or "")) is not None:
            if time.monotonic() >= until:
                if not await sync_to_async(_may_see)(scope, cluster_id):
                    break
                until = time.monotonic() + CHECK_SECONDS
            await send({"type": "websocket.send", "text": text})
    return NO_SUCH_CLUSTER


def _may_see(scope: Scope, cluster_id: uuid.UUID) -> bool:
    try:
        access.cluster_for(request_of(scope), cluster_id)
    except Problem:
        return False
    return True
