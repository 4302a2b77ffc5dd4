"""A presenter and followers over real sockets."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any, cast

import httpx
import pytest
from pydantic import TypeAdapter, ValidationError
from redis import Redis
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from tests.services.live import Live
from tests.webui.clusters import SPREAD
from webui.features.present import limits
from webui.ground.lib.public_address import Address

START = "/learn/three-one-zero/"
QUESTION = {
    "about": START,
    "choices": [{"value": zone, "label": f"zone {zone}"} for zone in "abc"],
}


@dataclass
class Person:
    """Somebody in a room."""

    socket: Connection

    def say(self, says: str, **message: Any) -> None:
        self.socket.send(json.dumps({"says": says, **message}))

    def sees(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Wait for the room to be so."""
        while True:
            room: dict[str, Any] = json.loads(self.socket.recv(timeout=30))
            if "uncounted" not in room and wanted(room):
                return room

    def hears(self, what: str) -> Any:
        """Wait for what this person alone is told."""
        while what not in (message := json.loads(self.socket.recv(timeout=30))):
            pass
        return message[what]

    def closed_with(self) -> int:
        """Wait for the end of the connection."""
        try:
            while True:
                self.socket.recv(timeout=30)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0


class Room:
    def __init__(self, live: Live, visitor: httpx.Client) -> None:
        self.live = live
        self.visitor = visitor
        answer = visitor.post("/api/rooms", json={"title": "3/1/0", "at": START})
        assert answer.status_code == 201, answer.text
        self.opened = answer.json()
        self.people = ExitStack()

    def enter(self, **hello: str) -> Person:
        address = f"{self.live.url.replace('http', 'ws')}/ws/rooms/{self.opened['code']}"
        person = Person(self.people.enter_context(connect(address, proxy=None)))
        person.say("hello", **hello)
        return person

    def presenter(self) -> Person:
        return self.enter(secret=self.opened["secret"])

    def end(self) -> None:
        presenter = self.presenter()
        presenter.say("end")
        presenter.sees(lambda now: now["ended"])

    def follower(self, number: int) -> Person:
        return self.enter(follower=f"follower-number-{number}")


@pytest.fixture
def room(live: Live) -> Iterator[Room]:
    with live.client() as visitor:
        made = Room(live, visitor)
        with made.people:
            yield made
            made.end()


def test_followers_are_where_the_presenter_is_who_alone_sees_the_guesses_until_they_are_shown(
    room: Room,
) -> None:
    presenter, first, second = room.presenter(), room.follower(1), room.follower(2)
    presenter.sees(lambda now: (now["followers"], now["along"], now["here"]) == (2, 2, True))
    presenter.say("at", at=f"{START}?moment=2", question=QUESTION)
    for follower in (first, second):
        assert follower.sees(lambda now: now["asked"])["at"] == f"{START}?moment=2"
    first.say("guess", about=START, chosen=["b", "c", "nonsense"])
    seen = presenter.sees(lambda now: now["guessed"] == 1)["presenter"]
    assert sorted(seen["people"]) == ["along", "thinking"]
    second.say("guess", about=START, chosen=["c"])
    seen = presenter.sees(lambda now: now["guessed"] == 2)
    assert seen["asked"]["counts"] is None
    assert seen["presenter"] == {"people": ["along", "along"], "counts": {"a": 0, "b": 1, "c": 2}}
    hidden = first.sees(lambda now: now["guessed"] == 2)
    assert (hidden["asked"]["counts"], hidden["presenter"]) == (None, None)
    presenter.say("at", at=f"{START}?moment=3")  # the answer is on screen: nobody guesses any more
    presenter.sees(lambda now: not now["asked"]["is_open"])
    second.say("guess", about=START, chosen=["a"])
    presenter.say("show", show=True)
    counts = first.sees(lambda now: now["asked"]["counts"])
    assert counts["asked"]["counts"] == {"a": 0, "b": 1, "c": 2}
    assert counts["presenter"] is None


def test_a_follower_lets_go_is_asked_back_and_is_the_same_one_after_a_reload(room: Room) -> None:
    presenter, follower = room.presenter(), room.follower(1)
    follower.say("with", along=False)
    seen = presenter.sees(lambda now: now["followers"] and not now["along"])
    assert (seen["followers"], seen["presenter"]["people"]) == (1, ["away"])
    presenter.say("back")
    assert follower.sees(lambda now: now["back"])["back"] == 1
    follower.socket.close()
    presenter.sees(lambda now: not now["followers"])
    again = room.follower(1)
    assert presenter.sees(lambda now: now["followers"])["along"] == 0
    again.say("with", along=True)
    presenter.sees(lambda now: now["along"] == 1)


def test_a_follower_learns_that_the_presenter_left_came_back_and_ended_it(room: Room) -> None:
    presenter, follower = room.presenter(), room.follower(1)
    follower.sees(lambda now: now["here"])
    presenter.socket.close()
    follower.sees(lambda now: not now["here"])
    presenter = room.presenter()
    follower.sees(lambda now: now["here"])
    presenter.say("end")
    assert follower.sees(lambda now: now["ended"])
    assert follower.closed_with() == 1000
    page = room.visitor.get(f"/j/{room.opened['code']}/").text
    assert "This presentation has ended" in page


def test_a_link_does_not_present(room: Room) -> None:
    assert room.opened["secret"] not in room.opened["link"]
    assert room.enter(secret="s" * 32).closed_with() == 4403
    assert room.enter().closed_with() == 4422
    follower = room.follower(1)
    follower.say("at", at="/learn/")
    assert follower.closed_with() == 4422
    answer = room.visitor.get(f"/api/rooms/{room.opened['code']}").json()
    assert (answer["at"], answer["presenter"]) == (START, None)


def test_so_many_follow_and_no_more_but_whoever_is_in_may_reload(room: Room) -> None:
    first = room.follower(0)
    seen = f"schedscope:room:{room.opened['code']}:seen"
    with Redis.from_url(room.live.environment["REDIS_URL"]) as broker:  # sockets would take seconds
        broker.zadd(seen, {f"somebody-{number}": time.time() for number in range(limits.MOST_FOLLOWERS - 1)})
    assert room.follower(1).closed_with() == 4430
    first.sees(lambda now: now["followers"] == limits.MOST_FOLLOWERS)
    room.follower(0).sees(lambda now: now["followers"] == limits.MOST_FOLLOWERS)


def test_so_many_follow_from_one_address_and_others_still_find_a_place(room: Room) -> None:
    first = room.follower(0)
    first.sees(lambda now: now["followers"] == 1)
    seen = f"schedscope:room:{room.opened['code']}:seen"
    with Redis.from_url(room.live.environment["REDIS_URL"]) as broker:
        [(member, _)] = cast("list[tuple[bytes, float]]", broker.zrange(seen, 0, -1, withscores=True))
        address = member.decode().partition("@")[2]
        assert address
        broker.zadd(seen, {f"somebody-{number}@{address}": time.time() for number in range(59)})
        assert room.follower(1).closed_with() == 4431
        room.follower(0).sees(lambda now: now["followers"] == 60)
        broker.zrem(seen, f"somebody-0@{address}", f"somebody-1@{address}")
        broker.zadd(seen, {"somebody-0@elsewhere": time.time(), "somebody-1@elsewhere": time.time()})
    room.follower(1).sees(lambda now: now["followers"] == 61)


def test_only_votes_of_those_present_count_and_no_number_of_others_keeps_one_out(room: Room) -> None:
    presenter, first, second = room.presenter(), room.follower(1), room.follower(2)
    presenter.say("at", at=START, question=QUESTION)
    presenter.sees(lambda now: now["asked"])
    first.say("guess", about=START, chosen=["a"])
    second.say("guess", about=START, chosen=["b"])
    presenter.sees(lambda now: now["guessed"] == 2)
    first.socket.close()
    seen = presenter.sees(lambda now: now["guessed"] == 1)
    assert seen["presenter"]["counts"] == {"a": 0, "b": 1, "c": 0}
    guesses = f"schedscope:room:{room.opened['code']}:guesses"
    with Redis.from_url(room.live.environment["REDIS_URL"]) as broker:
        broker.hset(
            guesses, mapping={f"somebody-{number}": '["a"]' for number in range(limits.MOST_NOTED + 1)}
        )
    second.say("guess", about=START, chosen=["c"])
    presenter.sees(lambda now: now["presenter"]["counts"] == {"a": 0, "b": 0, "c": 1})
    room.follower(3).say("guess", about=START, chosen=["c"])
    presenter.sees(lambda now: now["presenter"]["counts"] == {"a": 0, "b": 0, "c": 2})


def test_whose_vote_is_not_counted_is_told_so(room: Room) -> None:
    presenter, follower = room.presenter(), room.follower(1)
    presenter.say("at", at=START, question=QUESTION)
    presenter.sees(lambda now: now["asked"])
    follower.say("guess", about=START, chosen=["a"])
    presenter.sees(lambda now: now["guessed"] == 1)
    follower.say("guess", about="/learn/", chosen=["a"])
    assert follower.hears("uncounted") == {"about": "/learn/", "why": "other"}
    presenter.say("at", at=f"{START}?moment=3")
    presenter.sees(lambda now: not now["asked"]["is_open"])
    follower.say("guess", about=START, chosen=["a"])  # as a page does after a reload: it counted before
    follower.say("guess", about=START, chosen=["b"])
    assert follower.hears("uncounted") == {"about": START, "why": "late"}
    presenter.say("show", show=True)
    counts = presenter.sees(lambda now: now["asked"]["counts"])["asked"]["counts"]
    assert counts == {"a": 1, "b": 0, "c": 0}


def test_those_who_come_after_its_end_are_told_so_each_time(room: Room) -> None:
    room.end()
    for _ in range(20):
        late = room.follower(1)
        assert late.sees(lambda now: now["ended"])
        assert late.closed_with() == 1000


def test_who_sends_too_much_is_sent_away(room: Room) -> None:
    follower = room.follower(1)
    follower.sees(lambda now: now["followers"])
    follower.socket.send("x" * (limits.MOST_MESSAGE + 1))
    assert follower.closed_with() == 4429
    follower = room.follower(1)
    with suppress(ConnectionClosed):
        for _ in range(3 * limits.MESSAGES_IN_A_ROW):
            follower.say("with", along=True)
    assert follower.closed_with() == 4429


def test_rooms_at_once_are_few_and_an_ended_one_makes_place(live: Live) -> None:
    with live.client() as visitor:
        visitor.post(
            "/api/scenarios", json={"title": "Spread", "source": SPREAD}
        )  # gives the browser its cookie
        rooms = [Room(live, visitor) for _ in range(5)]
        refused = visitor.post("/api/rooms", json={"title": "One more", "at": START})
        assert refused.status_code == 429
        assert "5 may be open" in refused.json()["errors"][0]["message"]
        rooms[0].end()
        rooms.append(Room(live, visitor))
        for room in rooms[1:]:
            with room.people:
                room.end()


def test_an_unknown_room_says_so(live: Live) -> None:
    with live.client() as visitor:
        assert visitor.get("/api/rooms/bcdfghjk").status_code == 404
        page = visitor.get("/j/bcdfghjk/")
        assert (page.status_code, "No such room" in page.text) == (404, True)
        address = f"{live.url.replace('http', 'ws')}/ws/rooms/bcdfghjk"
        with connect(address, proxy=None) as socket:
            person = Person(socket)
            person.say("hello", follower="follower-number-1")
            assert person.closed_with() == 4404


@pytest.mark.parametrize(
    ("address", "is_public"),
    [
        ("/", True),
        ("/x/abc234/?pod=default/web-0&point=Filter", True),
        ("/x/abc234..def567/", True),
        ("/learn/three-one-zero/?moment=2", True),
        ("/w/2b1f/", False),
        ("/api/rooms", False),
        ("//evil.example/x/", False),
        ("https://evil.example/x/", False),
        ("/x/../api/rooms", False),
        ("/x/abc\\evil", False),
        ("/x/abc/?pod=default%2Fweb-0", True),
        ("/x/%2e%2e/api/rooms/", False),
        ("/x/abc/%2E./", False),
        ("/x/%5c%5cevil.example/", False),
        ("/x/%2f%2Fevil.example/", False),
        ("/x/abc/#fragment", False),
        ("javascript:alert(1)", False),
    ],
)
def test_a_room_goes_to_public_pages_of_this_site_alone(address: str, *, is_public: bool) -> None:
    try:
        TypeAdapter(Address).validate_python(address)
    except ValidationError:
        assert not is_public
    else:
        assert is_public
