"""Rooms, kept in Redis until they end: where the presenter is, who is here, and what they guessed.

A room is a few keys that expire together. Nothing of it is in the database, and nobody has a name: a follower is a
token of their browser, of which a digest is kept, as of their address.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass
from typing import Any, Literal, cast

import orjson
import redis.asyncio
from django.conf import settings
from django.utils.translation import gettext, ngettext
from redis.exceptions import RedisError
from typing_extensions import TypedDict

from webui.config.broker import client
from webui.core.accounts.quotas import Requester, spend
from webui.core.snapshots.ids import ALPHABET
from webui.features.present import limits
from webui.features.present.messages import Guess, Question
from webui.ground.lib.errors import Problem, TooMany

CODE_LENGTH = 8
_PREFIX = "schedscope:room"
_PRESENTER = "presenter:"  # before the token of a socket that presents


class Asked(TypedDict):
    """What is asked, or was asked last: its choices, and by value how many chose each.

    `is_open` says whether it is still asked; `counts` is null until it is shown.
    """

    about: str
    choices: list[dict[str, str]]
    is_open: bool
    counts: dict[str, int] | None


Doing = Literal["along", "away", "thinking"]
Counted = Literal["counted", "late", "other"]


class ForPresenter(TypedDict):
    """What the presenter alone sees.

    `people` are the followers, without names and always in the same order: who goes along, who looks around, and who
    goes along and has not answered what is asked. `counts` are how many chose each value of what was asked last.
    """

    people: list[Doing]
    counts: dict[str, int]


class RoomState(TypedDict):
    """A room as all who are in it see it, but for `presenter`, which is null for everybody else.

    `here` says whether the presenter is connected, `back` how often the presenter has asked all to come back. `along`
    of the `followers` go along, the others look around; `guessed` people have answered what is asked.
    """

    title: str
    at: str
    asked: Asked | None
    followers: int
    along: int
    guessed: int
    back: int
    here: bool
    ended: bool
    until: float
    presenter: ForPresenter | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRoom:
    """A room that was opened: its code, which is in the link, and the secret of its presenter."""

    code: str
    secret: str
    until: float


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a room: a digest of the token, which is the same after a reload, and one of the address."""

    presents: bool
    name: str
    address: str

    @classmethod
    def of(cls, code: str, token: str, address: str, *, presents: bool) -> Person:
        """Return who has a token; the digest of an address is that of one room, as it is a small secret."""
        return cls(
            presents, (_PRESENTER if presents else "") + digest(token), digest(f"{code} {address}")[:12]
        )

    @property
    def member(self) -> str:
        return f"{self.name}@{self.address}"


class NoSuchRoom(Exception):
    """There is no such room, or it ended long ago."""


class RoomIsFull(Exception):
    """So many follow that nobody else may."""


class TooManyOfAnAddress(Exception):
    """So many follow from an address that nobody else may from there."""


def _key(code: str, part: str = "") -> str:
    return f"{_PREFIX}:{code}{part and ':'}{part}"


def channel(code: str) -> str:
    """Return the name of the channel on which changes of a room are announced."""
    return _key(code, "changes")


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def is_code(text: str) -> bool:
    return len(text) == CODE_LENGTH and set(text) <= set(ALPHABET)


# ---- opening, which a request does ----


def open_room(requester: Requester, title: str, at: str) -> NewRoom:
    """Open a room at an address. Raise TooMany (429) for somebody with too many, Problem (503) without Redis."""
    spend(requester, "rooms")
    room = NewRoom(
        code="".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH)),
        secret=secrets.token_urlsafe(24),
        until=time.time() + limits.LIFETIME,
    )
    fields = {
        "secret": digest(room.secret),
        "title": title,
        "at": at,
        "until": room.until,
        "left": time.time(),
        "owners": " ".join(_owners(requester)),
    }
    try:
        with client() as broker:
            _take_place(broker, requester, room)
            broker.hset(_key(room.code), mapping=cast("dict[str | bytes, Any]", fields))
            broker.expire(_key(room.code), int(limits.LIFETIME) + limits.REMEMBERED)
    except (RedisError, OSError) as error:
        message = gettext("rooms cannot be opened at the moment: try again in a minute")
        raise Problem(503, [{"path": "", "message": message}]) from error
    return room


def _owners(requester: Requester) -> list[str]:
    """Return the keys under which rooms are counted: of the person, of the network, of all."""
    return [
        f"{_PREFIX}s:{owner}" for owner in (f"by:{requester.person}", f"by:{requester.network}", "of-all")
    ]


def _take_place(broker: redis.Redis, requester: Requester, room: NewRoom) -> None:
    """Count the room among those of the person, of the network and of all; raise TooMany if one has too many."""
    for key, most in zip(_owners(requester), settings.AT_ONCE["rooms"], strict=True):
        broker.zremrangebyscore(key, "-inf", time.time())
        broker.zadd(key, {room.code: room.until})
        broker.expire(key, int(limits.LIFETIME) + limits.REMEMBERED)
        if broker.zcard(key) > most:
            for owner in _owners(requester):
                broker.zrem(owner, room.code)
            message = ngettext(
                "too many rooms at once: %(n)s may be open; end one of yours first",
                "too many rooms at once: %(n)s may be open; end one of yours first",
                most,
            )
            raise TooMany(message % {"n": most}, retry_after=60)


def look(code: str) -> RoomState | None:
    """Return where a room is, for its link; None if there is none. Raise Problem (503) without Redis."""
    if not is_code(code):
        return None
    try:
        with client() as broker:
            fields = cast("dict[bytes, bytes]", broker.hgetall(_key(code)))
    except (RedisError, OSError) as error:
        raise Problem(
            503, [{"path": "", "message": gettext("rooms cannot be reached: try again in a minute")}]
        ) from error
    return for_followers(_state(fields, set(), {}, {})) if fields else None


def for_followers(room: RoomState) -> RoomState:
    """Return a room without what its presenter alone sees."""
    return {**room, "presenter": None}


# ---- being in one, which sockets do ----


class Rooms:
    """Rooms as the sockets of this process reach them."""

    def __init__(self) -> None:
        self.broker = redis.asyncio.Redis.from_url(
            settings.REDIS_URL,
            socket_connect_timeout=limits.PATIENCE,
            socket_timeout=limits.PATIENCE,
            health_check_interval=limits.PATIENCE,
        )

    async def is_presenter(self, code: str, secret: str) -> bool:
        """Return whether this is the secret of a room; raise NoSuchRoom."""
        expected = await self._field(code, "secret")
        if expected is None:
            raise NoSuchRoom
        return secrets.compare_digest(expected.decode(), digest(secret))

    async def state(self, code: str) -> RoomState:
        """Return the room as its presenter sees it; raise NoSuchRoom."""
        now = time.time()
        async with self.broker.pipeline(transaction=False) as pipe:
            pipe.hgetall(_key(code))
            pipe.zrangebyscore(_key(code, "seen"), now - limits.STALE, "+inf")
            pipe.hgetall(_key(code, "away"))
            pipe.hgetall(_key(code, "guesses"))
            fields, seen, away, guesses = await pipe.execute()
        if not fields:
            raise NoSuchRoom
        state = _state(fields, {_name_of(member) for member in seen}, away, guesses)
        if state["here"] and b"left" in fields:
            await self.broker.hdel(_key(code), "left")
        elif not state["here"] and b"left" not in fields:
            await self.broker.hset(_key(code), "left", str(now))
        return state

    async def enter(self, code: str, person: Person) -> None:
        """Count somebody as here; raise NoSuchRoom, or for one follower too many RoomIsFull or TooManyOfAnAddress."""
        if not await self.broker.exists(_key(code)):
            raise NoSuchRoom
        await self.broker.zremrangebyscore(_key(code, "seen"), "-inf", time.time() - limits.STALE)
        await self.seen(code, person)
        if person.presents:
            return
        here = await self._followers(code)
        of_address = sum(member.endswith(f"@{person.address}".encode()) for member in here)
        if len(here) <= limits.MOST_FOLLOWERS and of_address <= settings.ROOM_FOLLOWERS_BY_ADDRESS:
            return
        await self.leave(code, person)
        raise RoomIsFull if len(here) > limits.MOST_FOLLOWERS else TooManyOfAnAddress

    async def seen(self, code: str, person: Person) -> None:
        """Note a sign of life."""
        await self.broker.zadd(_key(code, "seen"), {person.member: time.time()})
        await self._keep(code, "seen")

    async def leave(self, code: str, person: Person) -> None:
        await self.broker.zrem(_key(code, "seen"), person.member)

    async def _followers(self, code: str) -> list[bytes]:
        since = time.time() - limits.STALE
        here = cast("list[bytes]", await self.broker.zrangebyscore(_key(code, "seen"), since, "+inf"))
        return [member for member in here if not member.startswith(_PRESENTER.encode())]

    async def go(self, code: str, at: str, question: Question | None) -> None:
        """Note where the presenter is. Another question forgets the guesses; none closes the one before."""
        before = await self._field(code, "asked")
        await self.broker.hset(_key(code), mapping={"at": at, "open": "1" if question else "0"})
        if question and _about(before) != question.about:
            await self.broker.delete(_key(code, "guesses"))
            await self.broker.hset(_key(code), mapping={"asked": question.model_dump_json(), "shown": "0"})

    async def show(self, code: str, *, shown: bool) -> None:
        await self.broker.hset(_key(code), "shown", str(int(shown)))

    async def ask_back(self, code: str) -> None:
        await self.broker.hincrby(_key(code), "back", 1)

    async def end(self, code: str) -> None:
        """End a room. Its link says so for a while, and its place is free for another."""
        for owner in (await self._field(code, "owners") or b"").decode().split():
            await self.broker.zrem(owner, code)
        # Last, for whoever sees it may open the next.
        await self.broker.hset(_key(code), "until", "0")
        await self.broker.expire(_key(code), limits.REMEMBERED)

    async def guess(self, code: str, person: Person, guess: Guess) -> Counted:
        """Note what a follower chose, and return whether it counts; what is no choice of the question does not."""
        asked = await self._field(code, "asked")
        if not asked or _about(asked) != guess.about:
            return "other"
        values = {choice["value"] for choice in orjson.loads(asked)["choices"]}
        chosen = [value for value in dict.fromkeys(guess.chosen) if value in values]
        written = orjson.dumps(chosen).decode() if chosen else None
        if await self._field(code, "open") != b"1":
            before = cast("bytes | None", await self.broker.hget(_key(code, "guesses"), person.name))
            return "counted" if before == (written and written.encode()) else "late"
        await self._note(code, "guesses", person, written)
        return "counted"

    async def follow(self, code: str, person: Person, *, along: bool) -> None:
        await self._note(code, "away", person, None if along else "1")

    async def _note(self, code: str, part: str, person: Person, value: str | None) -> None:
        """Note something of a follower, or forget it; there is always room for those who are here."""
        key = _key(code, part)
        if value is None:
            await self.broker.hdel(key, person.name)
            return
        await self.broker.hset(key, person.name, value)
        await self._keep(code, part)
        if await self.broker.hlen(key) > limits.MOST_NOTED:
            here = {_name_of(member) for member in await self._followers(code)}
            noted = cast("list[bytes]", await self.broker.hkeys(key))
            await self.broker.hdel(key, *(name for name in noted if name not in here))

    async def announce(self, code: str) -> None:
        await self.broker.publish(channel(code), b"")

    async def _field(self, code: str, name: str) -> bytes | None:
        return cast("bytes | None", await self.broker.hget(_key(code), name))

    async def _keep(self, code: str, part: str) -> None:
        await self.broker.expire(_key(code, part), int(limits.LIFETIME) + limits.REMEMBERED)


def _name_of(member: bytes) -> bytes:
    return member.partition(b"@")[0]


def _about(asked: bytes | None) -> str | None:
    return orjson.loads(asked)["about"] if asked else None


def _state(
    fields: dict[bytes, bytes],
    seen: set[bytes],
    away: dict[bytes, bytes],
    guesses: dict[bytes, bytes],
) -> RoomState:
    presenter = _PRESENTER.encode()
    here = any(name.startswith(presenter) for name in seen)
    followers = {name for name in seen if not name.startswith(presenter)}
    left = float(fields.get(b"left", 0) or 0)
    until = float(fields[b"until"])
    now = time.time()
    counting = {name: guess for name, guess in guesses.items() if name in followers}
    return {
        "title": fields[b"title"].decode(),
        "at": fields[b"at"].decode(),
        "asked": _asked(fields, counting),
        "followers": len(followers),
        "along": len(followers - away.keys()),
        "guessed": len(counting),
        "back": int(fields.get(b"back", 0)),
        "here": here,
        "ended": now > until or (not here and left > 0 and now - left > limits.ALONE),
        "until": until,
        "presenter": {
            "people": [_doing(name, fields, away, guesses) for name in sorted(followers)],
            "counts": _counts(fields, counting),
        },
    }


def _asked(fields: dict[bytes, bytes], guesses: dict[bytes, bytes]) -> Asked | None:
    if not (written := fields.get(b"asked")):
        return None
    question = orjson.loads(written)
    return {
        "about": question["about"],
        "choices": question["choices"],
        "is_open": fields.get(b"open") == b"1",
        "counts": _counts(fields, guesses) if fields.get(b"shown") == b"1" else None,
    }


def _counts(fields: dict[bytes, bytes], guesses: dict[bytes, bytes]) -> dict[str, int]:
    """Return how many chose each value of what is asked, or was asked last."""
    if not (written := fields.get(b"asked")):
        return {}
    chosen = [orjson.loads(guess) for guess in guesses.values()]
    values = [choice["value"] for choice in orjson.loads(written)["choices"]]
    return {value: sum(value in guess for guess in chosen) for value in values}


def _doing(
    name: bytes, fields: dict[bytes, bytes], away: dict[bytes, bytes], guesses: dict[bytes, bytes]
) -> Doing:
    if name in away:
        return "away"
    return "thinking" if fields.get(b"open") == b"1" and name not in guesses else "along"
