"""What happens to a request's body before Django has it: its size and pace, unpacking, and its turn if it is large."""

from __future__ import annotations

from contextlib import AsyncExitStack
from tempfile import SpooledTemporaryFile

from django.conf import settings

from webui.ground.lib.asgi import Application, Message, Receive, Refused, Scope, Send, send_refusal
from webui.ground.lib.large_requests import Turns
from webui.ground.lib.request_size import limited, require_declared
from webui.ground.lib.unpacking import SMALL, Unpacked, is_packed, without_encoding


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
