"""Bound how many large requests a process works on at once: each takes many times its size of memory."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from django.conf import settings

from webui.lib.asgi import Application, Message, Receive, Scope, Send, send_error

PATIENCE = 10.0  # seconds that a large request waits for its turn
RETRY_AFTER = 10  # seconds


class Busy(Exception):
    """Other large requests are being worked on."""


class LargeRequestLimit:
    """ASGI middleware that lets LARGE_REQUESTS bodies above LARGE_REQUEST_BYTES pass at once, and answers 503.

    A request takes its turn when it has arrived whole, so that a slow one holds up nobody.
    """

    def __init__(self, application: Application) -> None:
        self.application = application
        self._turns = asyncio.Semaphore(settings.LARGE_REQUESTS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with AsyncExitStack() as turn:
            try:
                await self.application(scope, self._in_turn(receive, turn), send)
            # Django reads the body before it answers, so nothing has been sent yet.
            except Busy:
                message = f"the server works on other large requests; try again in {RETRY_AFTER} seconds"
                await send_error(send, 503, message, retry_after=RETRY_AFTER)

    def _in_turn(self, receive: Receive, turn: AsyncExitStack) -> Receive:
        """Wrap `receive` so that the end of a large body waits for a turn; it raises Busy if none comes."""
        received = 0

        async def receive_in_turn() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            is_whole = message["type"] == "http.request" and not message.get("more_body")
            if is_whole and received > settings.LARGE_REQUEST_BYTES:
                await self._take(turn)
            return message

        return receive_in_turn

    async def _take(self, turn: AsyncExitStack) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await turn.enter_async_context(self._turns)
        except TimeoutError as error:
            raise Busy from error
