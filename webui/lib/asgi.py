"""Types of ASGI, and the API's form of errors for those who answer before Django does."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


async def send_error(send: Send, status: int, message: str, *, retry_after: int | None = None) -> None:
    """Answer with an error, and close the connection."""
    body = json.dumps({"errors": [{"path": "", "message": message}]}).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    if retry_after is not None:
        headers.append((b"retry-after", str(retry_after).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
