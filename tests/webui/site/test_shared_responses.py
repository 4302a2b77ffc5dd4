"""A response that is the same for many is made once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from contextvars import copy_context
from typing import Any

import httpx
import pytest
from django.contrib.auth.models import User

from tests.services.live import Live
from tests.services.waiting import wait_for
from tests.webui.clusters import SPREAD, many
from tests.webui.conftest import Visitor, compute
from webui.ground.lib.asgi import Message, Receive, Scope, Send
from webui.ground.lib.shareable import Touched, changes, depends_on_reader, shows, touched_from_now
from webui.site import shared_responses
from webui.site.shared_responses import SharedResponses


class Application:
    """Answers with the number of its answer, marked and with the headers that it is told.

    A page shows the link that it is named after; another request changes the one that its address ends with.
    """

    def __init__(
        self, mark: str = "strangers", headers: tuple[tuple[bytes, bytes], ...] = (), status: int = 200
    ) -> None:
        self.asked = 0
        self.status = status
        self.is_of_link = True
        self.headers = [*headers, *([(b"X-Shareable", mark.encode())] if mark else [])]
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.asked += 1
        body = f"answer {self.asked}".encode()
        if scope["method"] == "GET" and self.is_of_link:
            shows(scope["path"])
        await self.may_answer.wait()
        if scope["method"] != "GET":
            await asyncio.to_thread(changes, scope["path"])  # as Django's views are in threads
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": body[:4], "more_body": True})
        await send({"type": "http.response.body", "body": body[4:]})


class Site:
    def __init__(self, application: Application) -> None:
        self.application = application
        self.shared = SharedResponses(application)
        self.headers: list[dict[bytes, bytes]] = []

    async def get(self, path: str = "/", method: str = "GET", **headers: str) -> str:
        body: list[bytes] = []

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.headers.append(dict(message["headers"]))
            body.append(message.get("body", b""))

        sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        scope: dict[str, Any] = {"type": "http", "method": method, "path": path, "query_string": b""}
        await self.shared({**scope, "headers": sent}, receive, send)
        return b"".join(body).decode()


async def receive() -> Message:
    return {"type": "http.disconnect"}


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    asyncio.run(coroutine)


def test_strangers_get_one_answer_and_not_the_mark() -> None:
    async def visits() -> None:
        site = Site(Application())
        assert [await site.get() for _ in range(3)] == ["answer 1"] * 3
        assert await site.get("/other") == "answer 2"
        assert all(b"x-shareable" not in headers for headers in site.headers)
        assert all(headers[b"x-request-id"] for headers in site.headers[1:3])

    run(visits())


@pytest.mark.parametrize(
    "headers",
    [
        {"cookie": "sessionid=1"},
        {"cookie": "django_language=en; schedscope_holder=1"},
        {"authorization": "Bearer key"},
        {"cookie": "\x01=;"},
        {"accept_language": "zh"},
        {"cookie": "django_language=zh-hans"},
        {"host": "other.example"},
        {"accept_encoding": "gzip"},
        {"if_none_match": "x"},
    ],
)
def test_who_differs_gets_an_answer_of_its_own(headers: dict[str, str]) -> None:
    async def visits() -> None:
        site = Site(Application())
        assert [await site.get(), await site.get(**headers), await site.get()] == [
            "answer 1",
            "answer 2",
            "answer 1",
        ]

    run(visits())


def test_what_depends_on_the_address_alone_is_for_everybody() -> None:
    async def visits() -> None:
        site = Site(Application("everybody"))
        assert [await site.get(), await site.get(cookie="sessionid=1")] == ["answer 1", "answer 1"]
        assert await site.get(cookie="sessionid=1; django_language=zh-hans") == "answer 2"

    run(visits())


class Personal(Application):
    """Says while it answers that a part of the answer is for who asks alone."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.to_thread(depends_on_reader)  # as Django's views are in threads
        await super().__call__(scope, receive, send)


@pytest.mark.parametrize(
    "application",
    [
        lambda: Application(""),
        lambda: Application(headers=((b"Set-Cookie", b"csrftoken=1"),)),
        lambda: Personal("everybody"),
    ],
    ids=["not marked", "sets a cookie", "depends on who asks"],
)
def test_what_is_not_kept(application: Any) -> None:
    async def visits() -> None:
        site = Site(application())
        assert [await site.get(), await site.get()] == ["answer 1", "answer 2"]

    run(visits())


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_change_drops_what_shows_it_and_nothing_else(method: str) -> None:
    async def visits() -> None:
        site = Site(Application())
        assert [await site.get(path) for path in ("/a", "/b")] == ["answer 1", "answer 2"]
        await site.get("/a", method)
        assert [await site.get(path) for path in ("/a", "/b")] == ["answer 4", "answer 2"]
        await site.get("/somewhere/else", method)
        assert [await site.get(path) for path in ("/a", "/b")] == ["answer 4", "answer 2"]

    run(visits())


@pytest.mark.parametrize(("changed", "then"), [("/", "answer 3"), ("/other", "answer 1")])
def test_an_answer_from_before_a_change_is_not_kept(changed: str, then: str) -> None:
    async def visits() -> None:
        site = Site(Application())
        site.application.may_answer.clear()
        slow = asyncio.create_task(site.get())
        await asyncio.sleep(0)
        site.application.may_answer.set()
        await site.get(changed, "POST")
        await slow
        assert await site.get() == then

    run(visits())


def test_a_crowd_does_not_get_the_answer_from_before_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    async def visits() -> None:
        site = Site(Application())
        monkeypatch.setattr(shared_responses, "KEPT_SECONDS", 0.0)
        await site.get()
        monkeypatch.undo()
        site.application.may_answer.clear()
        first = asyncio.create_task(site.get())
        await asyncio.sleep(0)
        change = asyncio.create_task(site.get("/", "POST"))
        await asyncio.sleep(0)
        site.application.may_answer.set()
        await change
        assert await site.get() == "answer 4"
        assert await first == "answer 2"

    run(visits())


def test_nothing_is_kept_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_responses, "KEPT_SECONDS", 0.0)

    async def visits() -> None:
        site = Site(Application())
        assert [await site.get(), await site.get()] == ["answer 1", "answer 2"]

    run(visits())


def test_a_crowd_waits_for_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    async def visits() -> None:
        site = Site(Application())
        monkeypatch.setattr(shared_responses, "KEPT_SECONDS", 0.0)
        await site.get()  # after which it is known that it is shareable
        monkeypatch.undo()
        site.application.may_answer.clear()
        crowd = [asyncio.create_task(site.get()) for _ in range(20)]
        for _ in range(5):
            await asyncio.sleep(0)
        assert site.application.asked == 2
        site.application.may_answer.set()
        assert set(await asyncio.gather(*crowd)) == {"answer 2"}

    run(visits())


@pytest.mark.parametrize("cookie", ["", "sessionid={n}"], ids=["strangers", "people with cookies"])
def test_a_crowd_that_comes_to_something_new_waits_for_the_first(cookie: str) -> None:
    async def visits() -> None:
        site = Site(Application("everybody"))
        site.application.may_answer.clear()
        crowd = [asyncio.create_task(site.get(cookie=cookie.format(n=n))) for n in range(30)]
        await settled()
        assert site.application.asked == 1
        site.application.may_answer.set()
        assert set(await asyncio.gather(*crowd)) == {"answer 1"}

    run(visits())


def test_a_crowd_waits_once_for_what_is_each_ones_own() -> None:
    async def visits() -> None:
        site = Site(Application(""))
        site.application.may_answer.clear()
        crowd = [asyncio.create_task(site.get()) for _ in range(3)]
        await settled()
        assert site.application.asked == 1
        site.application.may_answer.set()
        assert {await answer for answer in crowd} == {"answer 1", "answer 2", "answer 3"}
        site.application.may_answer.clear()
        crowd = [asyncio.create_task(site.get()) for _ in range(3)]
        await settled()
        assert site.application.asked == 6
        site.application.may_answer.set()
        await asyncio.gather(*crowd)

    run(visits())


def test_if_the_first_leaves_or_is_turned_away_the_others_are_answered() -> None:
    async def visits() -> None:
        site = Site(Application())
        site.application.may_answer.clear()
        first, *crowd = [asyncio.create_task(site.get()) for _ in range(4)]
        await settled()
        first.cancel()
        await settled()
        assert site.application.asked == 2
        site.application.may_answer.set()
        assert set(await asyncio.gather(*crowd)) == {"answer 2"}

        site = Site(Application("", status=503))
        site.application.may_answer.clear()
        crowd = [asyncio.create_task(site.get()) for _ in range(3)]
        await settled()
        site.application.may_answer.set()
        await asyncio.gather(*crowd)
        assert site.application.asked == 3
        site.application.status, site.application.headers = 200, [(b"X-Shareable", b"strangers")]
        assert [await site.get() for _ in range(2)] == ["answer 4", "answer 4"]

    run(visits())


def test_what_never_changes_is_kept_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_responses, "KEPT_SECONDS", 0.0)

    async def visits() -> None:
        site = Site(Application("everybody", ((b"Cache-Control", b"public, immutable"),)))
        site.application.is_of_link = False
        assert [await site.get(), await site.get(cookie="sessionid=1")] == ["answer 1", "answer 1"]
        site.application.is_of_link = True
        assert [await site.get("/a"), await site.get("/a")] == ["answer 2", "answer 3"]

    run(visits())


def test_little_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_responses, "KEPT_BYTES", 2 * len("answer 1"))

    async def visits() -> None:
        site = Site(Application())
        assert [await site.get(path) for path in "abca"] == ["answer 1", "answer 2", "answer 3", "answer 4"]
        assert await site.get("c") == "answer 3"

    run(visits())


def test_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_responses, "KEPT_MAX", 2)

    async def visits() -> None:
        site = Site(Application())
        assert [await site.get(path) for path in "abca"] == ["answer 1", "answer 2", "answer 3", "answer 4"]

    run(visits())


def mark_of(visitor: Visitor, path: str) -> str | None:
    answer = visitor.get(path)
    assert answer.status_code == 200, path
    return answer.headers.get("X-Shareable")


def test_what_is_marked(alice: Visitor, stranger: Visitor) -> None:
    draft = alice.draft()
    assert mark_of(stranger, "/") == "strangers"
    assert mark_of(alice, f"/w/{draft['id']}/") is None
    assert mark_of(alice, "/api/scenarios") is None
    run = alice.run(draft)
    assert mark_of(stranger, f"/x/{run['snapshot']}/") == "everybody"
    assert mark_of(stranger, f"/x/{run['snapshot']}.svg") == "everybody"
    assert mark_of(stranger, f"/api/runs/{run['id']}/cycles/0/view?form=columns") == "everybody"
    assert mark_of(stranger, f"/api/runs/{run['id']}") is None
    page = stranger.get(f"/x/{run['snapshot']}/").content.decode()
    assets = set(re.findall(r'(?:src|href)="(/(?:static|scripts|glossary)/[^"]+\.(?:js|css))"', page))
    assert len(assets) > 10
    assert {mark_of(stranger, asset) for asset in assets} == {"everybody"}
    assert mark_of(stranger, "/static/css/base.css") is None, "it changes with an update"
    waiting = alice.post(f"/api/scenarios/{alice.draft(many(3))['id']}/runs").json()
    assert mark_of(stranger, f"/x/{waiting['snapshot']}/") is None, "its run is not over"


@pytest.mark.django_db
def test_a_link_is_the_same_page_for_everybody(alice: Visitor, stranger: Visitor) -> None:
    link = f"/x/{alice.run(alice.draft())['snapshot']}/"
    member = Visitor()
    member.client.force_login(User.objects.create_user("ann"))
    pages = [visitor.get(link).content for visitor in (alice, stranger, member)]
    assert pages[0] == pages[1] == pages[2]


def test_a_class_behind_one_address_opens_a_link_at_once(live: Live) -> None:
    with live.client() as teacher:
        draft = teacher.post("/api/scenarios", json={"title": "Lesson", "source": SPREAD}).json()["id"]
        run = teacher.post(f"/api/scenarios/{draft}/runs", json={}).json()
        path = f"/api/runs/{run['id']}"
        wait_for(lambda: teacher.get(path).json()["status"] == "finished", "the run ends")
    link = f"/x/{run['snapshot']}/"
    of_run = [f"{path}/cluster", f"{path}/cycles/0/view?form=columns", f"{path}/expectations"]

    async def thirty_get(paths: list[str]) -> list[httpx.Response]:
        """Connections are new each time: the server closes those that were idle for seconds."""
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=live.url, limits=limits, timeout=60) as people:
            return await asyncio.gather(*(people.get(path) for _ in range(30) for path in paths))

    pages = asyncio.run(thirty_get([link]))
    assets = re.findall(r'(?:src|href)="(/(?:static|scripts|glossary)/[^"]+)"', pages[0].text)
    assert len(assets) > 20
    rest = asyncio.run(thirty_get([*assets, *of_run]))
    assert {answer.status_code for answer in [*pages, *rest]} == {200}


def test_a_link_that_is_deleted_is_gone_at_once(live: Live) -> None:
    with live.client() as keeper, live.client() as stranger:
        draft = keeper.post("/api/scenarios", json={"title": "Gone", "source": SPREAD}).json()["id"]
        run = keeper.post(f"/api/scenarios/{draft}/runs", json={}).json()
        path = f"/api/runs/{run['id']}"
        wait_for(lambda: stranger.get(path).json()["status"] == "finished", "the run ends")
        view = f"{path}/cycles/0/view"
        addresses = (f"/x/{run['snapshot']}/", f"/x/{run['snapshot']}.svg", view)
        for address in addresses:
            assert stranger.get(address).status_code == 200
        keeper.delete(f"/api/snapshots/{run['snapshot']}").raise_for_status()
        assert [stranger.get(address).status_code for address in addresses] == [410, 410, 404]


def test_what_changes_a_link_says_so(alice: Visitor) -> None:
    """Each of these runs in a context of its own, as each request does."""

    def touched(request: Callable[[], Any]) -> Touched:
        def watched() -> Touched:
            touched = touched_from_now()
            assert request().status_code < 300
            return touched

        return copy_context().run(watched)

    draft = alice.draft()
    path = f"/api/scenarios/{draft['id']}/runs"
    assert touched(lambda: alice.post("/api/validate", {"source": SPREAD})).changed == set()
    started = touched(lambda: alice.post(path))
    run = alice.post(path).json()
    link = run["snapshot"]
    assert started.changed == {link}
    assert touched(lambda: alice.post(path)).changed == set(), "the run exists"
    compute(run["id"])
    for address in (f"/x/{link}/", f"/x/{link}.svg", f"/api/runs/{run['id']}/overview"):
        assert touched(lambda: alice.get(address)).links_shown == {link}  # noqa: B023
    assert touched(lambda: alice.put(f"/api/snapshots/{link}/sharing", {"days": 7})).changed == {link}
    assert touched(lambda: alice.delete(f"/api/snapshots/{link}")).changed == {link}
