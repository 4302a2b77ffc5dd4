"""Whether the client still waits for its answer: computations without a client stop."""

from __future__ import annotations

import threading

from django.http import HttpRequest

from webui.ground.lib.asgi import Application, Message, Receive, Scope, Send

KEY = "schedscope.left"  # in the scope of a request: an event


class ClientLeft(Exception):
    """The client of the request has closed its connection."""


class Departure:
    """ASGI middleware that notes in the scope of a request when its client leaves."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        left = threading.Event()

        async def receive_and_note() -> Message:
            message = await receive()
            if message["type"] == "http.disconnect":
                left.set()
            return message

        await self.application({**scope, KEY: left}, receive_and_note, send)


def require_client(request: HttpRequest) -> None:
    """Raise ClientLeft if the client no longer waits for the answer."""
    scope: Scope = getattr(request, "scope", {})
    left: threading.Event | None = scope.get(KEY)
    if left is not None and left.is_set():
        raise ClientLeft
