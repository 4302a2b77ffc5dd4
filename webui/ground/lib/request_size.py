"""Reject bodies that are too large or too slow while they arrive, before they fill a disk."""

from __future__ import annotations

import asyncio

from scheduler_core import worded
from webui.ground.lib.asgi import Message, Receive, Refused, Scope

PATIENCE = 30.0  # seconds that any body may take
SLOWEST = 10_000  # bytes a second that it has to come at after these


def require_declared(scope: Scope, limit: int) -> None:
    """Raise Refused (413) if the request says that its body has more than `limit` bytes."""
    length = dict(scope["headers"]).get(b"content-length", b"")
    if length.isdigit() and int(length) > limit:
        raise too_large(limit)


def limited(receive: Receive, limit: int) -> Receive:
    """Wrap `receive` so that it raises Refused: 413 after `limit` bytes, 408 if they come too slowly."""
    started = asyncio.get_running_loop().time()
    received, is_whole = 0, False

    async def receive_limited() -> Message:
        nonlocal received, is_whole
        if is_whole:
            return await receive()  # waits for the client to leave
        try:
            async with asyncio.timeout_at(started + PATIENCE + received / SLOWEST):
                message = await receive()
        except TimeoutError as error:
            raise Refused(
                408, worded("the body must arrive at {n} bytes a second or faster", n=SLOWEST)
            ) from error
        received += len(message.get("body", b""))
        if received > limit:
            raise too_large(limit)
        is_whole = not message.get("more_body")
        return message

    return receive_limited


def too_large(limit: int) -> Refused:
    """Return the refusal of a body of more than `limit` bytes."""
    return Refused(413, worded("the request must be at most {limit} bytes", limit=limit))
