"""A few requests at a time are let into Django, in turns of their addresses."""

from __future__ import annotations

import asyncio

import pytest
from pytest_django.fixtures import Settings

from webui.ground.lib import entrance
from webui.ground.lib.asgi import Message, Receive, Scope, Send
from webui.ground.lib.entrance import Busy, Entrance, Places

ALICE, MALLORY = "192.0.2.1", "198.51.100.9"


class Application:
    """Reads each body, then works until it is told to answer."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may_answer: dict[str, asyncio.Event] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = scope["path"]
        while (await receive()).get("more_body"):
            pass
        self.begun.append(name)
        await self.may_answer.setdefault(name, asyncio.Event()).wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def answer(self, name: str) -> None:
        self.may_answer.setdefault(name, asyncio.Event()).set()


class Site:
    """The application behind turns: two at a time, one of an address."""

    def __init__(self) -> None:
        self.application = Application()
        self.front = Entrance(self.application, Places(at_once=2, by_address=1))
        self.statuses: dict[str, int] = {}

    def ask(self, name: str, address: str, *, arrives: asyncio.Event | None = None) -> asyncio.Task[None]:
        return asyncio.create_task(self._ask(name, address, arrives))

    async def _ask(self, name: str, address: str, arrives: asyncio.Event | None) -> None:
        async def receive() -> Message:
            if arrives is not None:
                await arrives.wait()
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.statuses[name] = message["status"]

        scope = {"type": "http", "path": name, "headers": [], "client": (address, 1)}
        try:
            await self.front(scope, receive, send)
        except Busy as busy:
            self.statuses[name] = busy.status


async def settle() -> None:
    for _ in range(50):  # turns of the loop, enough for all that need not wait
        await asyncio.sleep(0)


def run(site: Site, story: object) -> None:
    async def whole() -> None:
        await story(site)  # type: ignore[operator]
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    asyncio.run(whole())


def test_a_crowd_of_one_address_leaves_room_for_others() -> None:
    async def story(site: Site) -> None:
        for number in range(20):
            site.ask(f"/mallory/{number}", MALLORY)
        await settle()
        assert site.application.begun == ["/mallory/0"]
        site.ask("/alice", ALICE)
        await settle()
        assert site.application.begun == ["/mallory/0", "/alice"]

    run(Site(), story)


def test_addresses_take_turns() -> None:
    async def story(site: Site) -> None:
        site.ask("/bob", "203.0.113.5")  # who keeps one of the two places
        await settle()
        for number in range(3):
            site.ask(f"/mallory/{number}", MALLORY)
        await settle()
        for number in range(3):
            site.ask(f"/alice/{number}", ALICE)
        await settle()
        for name in ("/mallory/0", "/alice/0", "/mallory/1", "/alice/1"):
            site.application.answer(name)
            await settle()
        assert site.application.begun[1:] == [
            *("/mallory/0", "/alice/0", "/mallory/1"),
            *("/alice/1", "/mallory/2"),
        ]

    run(Site(), story)


def test_a_slow_sender_holds_no_turn() -> None:
    async def story(site: Site) -> None:
        arrives = asyncio.Event()
        site.ask("/slow", ALICE, arrives=arrives)
        site.ask("/quick", ALICE)
        await settle()
        assert site.application.begun == ["/quick"]
        site.application.answer("/quick")
        arrives.set()
        await settle()
        assert site.application.begun == ["/quick", "/slow"]

    run(Site(), story)


def test_who_leaves_while_waiting_leaves_no_gap() -> None:
    async def story(site: Site) -> None:
        site.ask("/first", ALICE)
        leaving = site.ask("/leaving", ALICE)
        site.ask("/last", ALICE)
        await settle()
        leaving.cancel()
        await settle()
        site.application.answer("/first")
        await settle()
        assert site.application.begun == ["/first", "/last"]

    run(Site(), story)


def test_who_waits_too_long_is_told_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "PATIENCE", 0)

    async def story(site: Site) -> None:
        site.ask("/first", ALICE)
        await settle()
        await site.ask("/second", ALICE)
        assert site.statuses == {"/second": 503}
        site.application.answer("/first")
        await settle()
        site.ask("/third", ALICE)
        await settle()
        assert site.application.begun == ["/first", "/third"]

    run(Site(), story)


def test_a_queue_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "MOST_WAITING", 2)

    async def story(site: Site) -> None:
        for number in range(4):
            site.ask(f"/{number}", ALICE)
        await settle()
        assert site.statuses == {"/3": 503}

    run(Site(), story)


def test_probes_need_no_turn() -> None:
    async def story(site: Site) -> None:
        site.ask("/first", ALICE)
        site.ask("/healthz", ALICE)
        await settle()
        assert site.application.begun == ["/first", "/healthz"]

    run(Site(), story)


def test_behind_a_proxy_the_addresses_are_those_of_its_clients(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = ["127.0.0.1/32"]

    async def story(site: Site) -> None:
        scopes = [(b"192.0.2.1", "/one"), (b"192.0.2.1", "/two"), (b"192.0.2.2", "/three")]
        for address, path in scopes:

            async def receive() -> Message:
                return {"type": "http.request", "body": b"", "more_body": False}

            async def send(_: Message) -> None:
                pass

            scope = {
                "type": "http",
                "path": path,
                "headers": [(b"x-forwarded-for", address)],
                "client": ("127.0.0.1", 1),
            }
            asyncio.create_task(site.front(scope, receive, send))  # noqa: RUF006
        await settle()
        assert site.application.begun == ["/one", "/three"]

    run(Site(), story)
