"""What happens to a request's body before Django has it: its size and pace, unpacking, and its turn if it is large."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from tempfile import SpooledTemporaryFile

from django.conf import settings

from scheduler_core import worded
from webui.ground.lib.asgi import Application, Message, Receive, Refused, Scope, Send, send_refusal
from webui.ground.lib.request_size import limited, require_declared
from webui.ground.lib.unpacking import SMALL, Unpacked, is_packed, without_encoding

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


class RequestBodies:
    """ASGI middleware in front of Django, which reads whole bodies before it answers."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self._turns = Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with AsyncExitStack() as turn:

            async def send_and_end_turn(message: Message) -> None:
                await turn.aclose()  # the work is done: who reads the answer slowly holds up nobody
                await send(message)

            try:
                scope, receive = self._checked(scope, receive, turn)
                await self.application(scope, receive, send_and_end_turn)
            except Refused as refused:  # raised by `receive`: nothing has been sent yet
                await send_refusal(scope, send, refused)

    def _checked(self, scope: Scope, receive: Receive, turn: AsyncExitStack) -> tuple[Scope, Receive]:
        """Return scope and `receive` as Django gets them. Raise Refused for what the headers say."""
        limit: int = settings.REQUEST_MAX_BYTES
        require_declared(scope, limit)
        receive = limited(receive, limit)
        if not is_packed(scope):
            return scope, self._turns.wait(receive, turn, has_arrived=False)
        file = turn.enter_context(SpooledTemporaryFile(max_size=SMALL))  # noqa: SIM115 - the stack closes it
        unpacked = Unpacked(receive, limit, file)
        return without_encoding(scope), self._turns.wait(unpacked, turn, has_arrived=True)
