"""The people of a room in this process: they get a message when it changes, the slow ones only the newest.

Followers get the same one; the presenter's has more.
"""

from __future__ import annotations

import asyncio
import logging

import orjson
from redis.exceptions import RedisError

from webui.features.present import limits
from webui.features.present.rooms import NoSuchRoom, Rooms, channel, for_followers
from webui.ground.lib.audience import Audience, Followed

logger = logging.getLogger(__name__)


class Seat:
    """Somebody's place: the newest room that they have not got yet, and the last of what they alone are told."""

    def __init__(self, *, presents: bool) -> None:
        self.presents = presents
        self._newest: str | None = None
        self._told: str | None = None
        self._changed = asyncio.Event()
        self.is_over = False

    def put(self, message: str) -> None:
        self._newest = message
        self._changed.set()

    def tell(self, message: str) -> None:
        self._told = message
        self._changed.set()

    def close(self) -> None:
        self.is_over = True
        self._changed.set()

    async def next(self) -> list[str]:
        """Wait for messages; there are none when it is over."""
        await self._changed.wait()
        self._changed.clear()
        messages = [message for message in (self._newest, self._told) if message is not None]
        self._newest = self._told = None
        return messages


class Hub(Followed):
    """Reads a room when it changes, and now and then, for announcements get lost."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code
        self.rooms = Rooms()
        self.seats: set[Seat] = set()
        self._last = {True: "", False: ""}  # the newest message, by whether it is the presenter's
        self._is_over = False
        self._left = asyncio.Event()

    def sit(self, seat: Seat) -> None:
        self.seats.add(seat)
        if last := self._last[seat.presents]:
            seat.put(last)
        if self._is_over:
            seat.close()

    @property
    def is_spent(self) -> bool:
        return self._is_over

    def close(self) -> None:
        self._left.set()  # for a client of the broker may swallow that it is cancelled
        super().close()

    async def follow(self) -> None:
        """Tell those in the room whenever it changes. Its connections last until the last of them has left."""
        try:
            while not self._left.is_set() and await self._listen():
                await asyncio.sleep(limits.REFRESH)
            self._end()
            await self._left.wait()
        finally:
            self._end()
            await self.rooms.broker.aclose()

    def _end(self) -> None:
        self._is_over = True
        for seat in self.seats:
            seat.close()

    async def _listen(self) -> bool:
        """Tell the room until it has ended; return whether the broker did not answer, so that it may go on."""
        try:
            async with self.rooms.broker.pubsub() as changes:
                await changes.subscribe(channel(self.code))
                while not self._left.is_set() and await self._tell():
                    await asyncio.sleep(limits.PAUSE)
                    await changes.get_message(timeout=limits.REFRESH)
                    while await changes.get_message(timeout=0):
                        pass
        except NoSuchRoom:
            return False
        except (RedisError, OSError) as error:
            if not self._left.is_set():
                logger.warning("room %s waits, as the broker does not answer: %s", self.code, error)
            return True
        return False

    async def _tell(self) -> bool:
        """Send the room to those who have another one; return whether it goes on."""
        state = await self.rooms.state(self.code)
        for presents, room in ((True, state), (False, for_followers(state))):
            message = orjson.dumps(room).decode()
            if message != self._last[presents]:
                self._last[presents] = message
                for seat in self.seats:
                    if seat.presents == presents:
                        seat.put(message)
        return not state["ended"]


hubs: Audience[str, Hub] = Audience(Hub)
