"""`/ws/runs/{id}?after=N`: every event after N, once and in order, as {"events": [...]} messages.

`/ws/runs` waits to be told the same, `{id}?after=N`: who starts a run opens it meanwhile.
"""

from __future__ import annotations

import asyncio
import uuid
from contextlib import suppress
from urllib.parse import parse_qs

from webui.core.runs import limits
from webui.core.runs.feed import NoSuchRun, feeds
from webui.core.runs.listening import listener
from webui.ground.lib.asgi import Message, Receive, Scope, Send
from webui.ground.lib.database import CONNECTION_ERRORS
from webui.ground.lib.sockets import accept, first_of, leaving
from webui.ground.telemetry.metrics import VIEWERS

DONE = 1000
TRY_AGAIN = 1013
NO_SUCH_RUN = 4404
BAD_REQUEST = 4422


async def watch(scope: Scope, receive: Receive, send: Send) -> None:
    """Send the log of a run as it grows; after its last event close with 1000.

    A viewer who takes nothing for a while is disconnected: at most one batch waits for each.
    """
    await accept(receive, send)
    listener.ensure_listening()
    run_id: uuid.UUID | None = scope["url_route"]["kwargs"].get("run_id")
    query = scope["query_string"]
    if run_id is None:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        run_id, query = _question(message)
    after = _after(query)
    if run_id is None or after is None:
        await send({"type": "websocket.close", "code": BAD_REQUEST})
        return
    with VIEWERS.track_inprogress(), suppress(OSError):  # the viewer has left, or takes nothing
        await first_of(leaving(receive), _send_from(after, run_id, send))


async def _send_from(seq: int, run_id: uuid.UUID, send: Send) -> None:
    code = DONE
    async with feeds.join(run_id) as feed:
        try:
            while (batch := await feed.after(seq)) is not None:
                async with asyncio.timeout(limits.SLOW_VIEWER_SECONDS):
                    await send({"type": "websocket.send", "text": batch.text})
                seq = batch.last
        except NoSuchRun:
            code = NO_SUCH_RUN
        except CONNECTION_ERRORS:
            code = TRY_AGAIN
    await send({"type": "websocket.close", "code": code})


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer 404 to a websocket for which there is no path."""
    await receive()  # websocket.connect
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close"})
        return
    await send({"type": "websocket.http.response.start", "status": 404, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})


def _question(message: Message) -> tuple[uuid.UUID | None, bytes]:
    """Return the run that a message asks for, None if it is no id, and the query behind it."""
    name, _, query = (message.get("text") or "").partition("?")
    try:
        return uuid.UUID(name), query.encode()
    except ValueError:
        return None, b""


def _after(query: bytes) -> int | None:
    """Return the number in the query, 0 if there is none, None if it is not a number."""
    text = parse_qs(query.decode("ascii", "replace")).get("after", ["0"])[0]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
