"""What the sockets of a room share."""

from __future__ import annotations

import asyncio

from django.test import override_settings
from redis import Redis

from webui.features.present.hub import Seat, hubs


async def _answer_after_the_end(code: str, broker: Redis) -> object:
    """Return what one socket gets of the broker, which it has asked before the room is over for all of them."""
    async with hubs.join(code) as hub:
        asked = asyncio.ensure_future(hub.rooms.broker.blpop([code], timeout=20))
        seat = Seat(presents=False)
        hub.sit(seat)
        while not seat.is_over:
            await seat.next()
        for _ in range(20):
            await hub.rooms.broker.ping()  # meanwhile the end is dealt with
        broker.rpush(code, "answer")
        answer = await asked
    await asyncio.wait([hub.follower])
    return answer


def test_the_end_of_a_room_takes_no_connection_from_those_who_are_still_in_it(valkey: str) -> None:
    with override_settings(REDIS_URL=valkey), Redis.from_url(valkey) as broker:
        answer = asyncio.run(_answer_after_the_end("no-such-room", broker))
    assert answer == (b"no-such-room", b"answer")
