"""Bound how many large requests a process works on at once: each takes many times its size of memory."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from django.conf import settings

from scheduler_core import worded
from webui.ground.lib.asgi import Message, Receive, Refused

PATIENCE = 10.0  # seconds that a large request waits for its turn
RETRY_AFTER = 10  # seconds


class Turns:
    """LARGE_REQUESTS turns for bodies above LARGE_REQUEST_BYTES."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(settings.LARGE_REQUESTS)

    def wait(self, receive: Receive, turn: AsyncExitStack, *, has_arrived: bool) -> Receive:
        """Wrap `receive` so that it waits for a turn, which ends with the stack; it raises Refused (503) if none comes.

        A body that arrives from the client takes its turn when it is whole, so that a slow one holds up nobody; one
        that `has_arrived` and is unpacked, as soon as it is large.
        """
        received, has_turn = 0, False

        async def receive_in_turn() -> Message:
            nonlocal received, has_turn
            message = await receive()
            received += len(message.get("body", b""))
            may_wait = message["type"] == "http.request" and (has_arrived or not message.get("more_body"))
            if may_wait and not has_turn and received > settings.LARGE_REQUEST_BYTES:
                await self._take(turn)
                has_turn = True
            return message

        return receive_in_turn

    async def _take(self, turn: AsyncExitStack) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await turn.enter_async_context(self._free)
        except TimeoutError as error:
            message = worded(
                "the server is busy with other large requests; try again in {n} seconds", n=RETRY_AFTER
            )
            raise Refused(503, message, retry_after=RETRY_AFTER) from error
