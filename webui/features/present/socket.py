"""`/ws/rooms/{code}`: somebody says who they are, then gets the room as it changes, and says what they do.

The presenter alone moves the room, by the secret that opening it gave. A follower's token is of their browser, so that
they are the same one after a reload; it opens nothing.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

import orjson
from pydantic import ValidationError
from redis.exceptions import RedisError

from webui.features.present import limits
from webui.features.present.hub import Hub, Seat, hubs
from webui.features.present.messages import (
    FIRST,
    OF_FOLLOWER,
    OF_PRESENTER,
    AskBack,
    End,
    Following,
    GoneTo,
    Guess,
    Hello,
    Show,
)
from webui.features.present.rooms import (
    NoSuchRoom,
    Person,
    RoomIsFull,
    Rooms,
    TooManyOfAnAddress,
    is_code,
)
from webui.ground.lib.address import address_of, network_of
from webui.ground.lib.asgi import Receive, Scope, Send
from webui.ground.lib.sockets import accept, first_of

DONE = 1000
TRY_AGAIN = 1013
NOT_ALLOWED = 4403
NO_SUCH_ROOM = 4404
BAD_REQUEST = 4422
TOO_MUCH = 4429
FULL = 4430
FULL_OF_AN_ADDRESS = 4431


class _Closed(Exception):
    """The connection ends with this code; 0 if the other side has ended it."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class _Pace:
    """How fast a socket may send: so many messages in a row, and so many a second over a while."""

    def __init__(self) -> None:
        self._left = float(limits.MESSAGES_IN_A_ROW)
        self._at = time.monotonic()

    def count(self) -> None:
        now = time.monotonic()
        gained = (now - self._at) * limits.MESSAGES_PER_SECOND
        self._left, self._at = min(limits.MESSAGES_IN_A_ROW, self._left + gained) - 1, now
        if self._left < 0:
            raise _Closed(TOO_MUCH)


async def sit(scope: Scope, receive: Receive, send: Send) -> None:
    """Let somebody in to a room for as long as the connection lasts."""
    await accept(receive, send)
    code = scope["url_route"]["kwargs"]["code"]
    try:
        ended = await _visit(code, network_of(address_of(scope)), receive, send)
    except _Closed as closed:
        ended = closed.code
    except NoSuchRoom:
        ended = NO_SUCH_ROOM
    except RoomIsFull:
        ended = FULL
    except TooManyOfAnAddress:
        ended = FULL_OF_AN_ADDRESS
    except (RedisError, OSError):
        ended = TRY_AGAIN
    if ended:
        await send({"type": "websocket.close", "code": ended})


async def _visit(code: str, address: str, receive: Receive, send: Send) -> int:
    """Return the code with which the connection ends."""
    if not is_code(code):
        raise NoSuchRoom
    try:
        async with asyncio.timeout(limits.HELLO):
            hello = _read(FIRST, await _text(receive))
    except TimeoutError:
        return BAD_REQUEST
    async with hubs.join(code) as hub:
        presents = await _presents(hub.rooms, code, hello)
        token = secrets.token_urlsafe(24) if presents else hello.follower or ""
        person = Person.of(code, token, address, presents=presents)
        await hub.rooms.enter(code, person)
        await hub.rooms.announce(code)
        try:
            return await _stay(hub, person, receive, send)
        finally:
            await asyncio.shield(_leave(hub.rooms, code, person))


async def _presents(rooms: Rooms, code: str, hello: Hello) -> bool:
    """Return whether this is the presenter; end the connection of somebody who is neither that nor a follower."""
    if hello.secret is None:
        if hello.follower is None:
            raise _Closed(BAD_REQUEST)
        return False
    if not await rooms.is_presenter(code, hello.secret):
        raise _Closed(NOT_ALLOWED)
    return True


async def _leave(rooms: Rooms, code: str, person: Person) -> None:
    try:
        await rooms.leave(code, person)
        await rooms.announce(code)
    except (RedisError, OSError):
        return  # without a sign of life they are gone soon


async def _stay(hub: Hub, person: Person, receive: Receive, send: Send) -> int:
    seat = Seat(presents=person.presents)
    hub.sit(seat)
    try:
        return await first_of(
            _tell(seat, send),
            _hear(hub, person, seat, receive),
            _beat(hub, person),
        )
    finally:
        hub.seats.discard(seat)


async def _tell(seat: Seat, send: Send) -> int:
    while True:
        for message in await seat.next():
            async with asyncio.timeout(limits.SLOW):
                await send({"type": "websocket.send", "text": message})
        if seat.is_over:
            return DONE


async def _beat(hub: Hub, person: Person) -> int:
    while True:
        await asyncio.sleep(limits.HEARTBEAT)
        await hub.rooms.seen(hub.code, person)


async def _hear(hub: Hub, person: Person, seat: Seat, receive: Receive) -> int:
    pace = _Pace()
    while True:
        text = await _text(receive)
        pace.count()
        if person.presents:
            await _lead(hub, _read(OF_PRESENTER, text))
        else:
            await _follow(hub, person, seat, _read(OF_FOLLOWER, text))
        await hub.rooms.announce(hub.code)


async def _lead(hub: Hub, message: GoneTo | Show | AskBack | End) -> None:
    rooms, code = hub.rooms, hub.code
    if isinstance(message, GoneTo):
        await rooms.go(code, message.at, message.question)
    elif isinstance(message, Show):
        await rooms.show(code, shown=message.show)
    elif isinstance(message, AskBack):
        await rooms.ask_back(code)
    else:
        await rooms.end(code)


async def _follow(hub: Hub, person: Person, seat: Seat, message: Guess | Following) -> None:
    if isinstance(message, Following):
        await hub.rooms.follow(hub.code, person, along=message.along)
        return
    counted = await hub.rooms.guess(hub.code, person, message)
    if counted != "counted":
        seat.tell(orjson.dumps({"uncounted": {"about": message.about, "why": counted}}).decode())


async def _text(receive: Receive) -> str:
    message = await receive()
    if message["type"] == "websocket.disconnect":
        raise _Closed(0)
    text = message.get("text") or ""
    if len(text) > limits.MOST_MESSAGE:
        raise _Closed(TOO_MUCH)
    return str(text)


def _read(kind: Any, text: str) -> Any:
    try:
        return kind.validate_json(text)
    except ValidationError as error:
        raise _Closed(BAD_REQUEST) from error
