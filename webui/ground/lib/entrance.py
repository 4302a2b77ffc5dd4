"""Let a few requests at a time into Django, in turns of the addresses: the others wait where that costs little.

All threads of a process share one interpreter, so more at a time would only be slower, each with its memory.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from scheduler_core import worded
from webui.ground.lib.address import address_of, network_of
from webui.ground.lib.asgi import Application, Message, Receive, Refused, Scope, Send

AT_ONCE = 12
AT_ONCE_BY_ADDRESS = 4
MOST_WAITING = 200  # of one address
PATIENCE = 10.0  # seconds that a request waits
RETRY_AFTER = 5  # seconds
PROBES = frozenset({"/healthz", "/readyz"})


class Busy(Refused):
    """Too many requests of the address wait already, or this one has waited too long."""

    def __init__(self) -> None:
        message = worded(
            "other requests from your address are in progress; try again in {n} seconds", n=RETRY_AFTER
        )
        super().__init__(503, message, retry_after=RETRY_AFTER)


class Places:
    """Who is in, and who waits, by address."""

    def __init__(self, at_once: int = AT_ONCE, by_address: int = AT_ONCE_BY_ADDRESS) -> None:
        self._at_once, self._by_address = at_once, by_address
        self._inside: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def taken(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn, and give it back at the end; raise Busy."""
        if self._has_room(address):
            self._inside[address] += 1
        else:
            await self._wait(address)
        try:
            yield
        finally:
            self._give_back(address)

    def _has_room(self, address: str) -> bool:
        return self._inside.total() < self._at_once and self._inside[address] < self._by_address

    def _give_back(self, address: str) -> None:
        self._inside[address] -= 1
        self._inside += Counter()  # drops those that are at zero
        if address in self._waiting:
            self._waiting.move_to_end(address)
        self._call_next()

    async def _wait(self, address: str) -> None:
        queue = self._waiting.setdefault(address, deque())
        if len(queue) >= MOST_WAITING:
            raise Busy
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(called)
        try:
            async with asyncio.timeout(PATIENCE):
                await called
        except BaseException as error:
            if called.done() and not called.cancelled():  # called at the moment at which it left
                self._give_back(address)
            if isinstance(error, TimeoutError):
                raise Busy from error
            raise

    def _call_next(self) -> None:
        """Call the first that still waits of each address, in the order of the addresses, as far as there is room."""
        for address, queue in list(self._waiting.items()):
            while queue and queue[0].done():
                queue.popleft()
            if queue and self._has_room(address):
                self._inside[address] += 1
                queue.popleft().set_result(None)
            if not queue:
                del self._waiting[address]


class Entrance:
    """ASGI middleware: a request takes its turn when it has arrived whole, and gives it back as its answer begins.

    So neither a slow sender nor a slow reader holds one. `receive` raises Busy.
    """

    def __init__(self, application: Application, places: Places | None = None) -> None:
        self.application = application
        self._places = places or Places()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] in PROBES:
            await self.application(scope, receive, send)
            return
        address = network_of(address_of(scope))
        async with AsyncExitStack() as turn:
            has_taken = False

            async def receive_in_turn() -> Message:
                nonlocal has_taken
                message = await receive()
                if not has_taken and message["type"] == "http.request" and not message.get("more_body"):
                    has_taken = True
                    await turn.enter_async_context(self._places.taken(address))
                return message

            async def send_and_leave(message: Message) -> None:
                await turn.aclose()
                await send(message)

            await self.application(scope, receive_in_turn, send_and_leave)
