"""Reject request bodies that are too large while they arrive, before they fill a disk."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class TooLarge(Exception):
    pass


class RequestSizeLimit:
    """ASGI middleware that answers 413 to bodies above REQUEST_MAX_BYTES."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit: int = settings.REQUEST_MAX_BYTES
        if declared_length(scope) > limit:
            await send_too_large(send, limit)
            return
        try:
            await self.application(scope, limited(receive, limit), send)
        except TooLarge:  # Django reads the body before it answers, so nothing has been sent yet
            await send_too_large(send, limit)


def declared_length(scope: Scope) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"")
    return int(length) if length.isdigit() else 0


def limited(receive: Receive, limit: int) -> Receive:
    """Wrap `receive` so that it raises TooLarge after `limit` bytes."""
    received = 0

    async def receive_limited() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > limit:
            raise TooLarge
        return message

    return receive_limited


async def send_too_large(send: Send, limit: int) -> None:
    error = {"path": "", "message": f"the request must be at most {limit} bytes"}
    body = json.dumps({"errors": [error]}).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
