"""A process works on a bounded number of large requests at once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from webui.ground.lib import request_body
from webui.ground.lib.asgi import Message, Receive, Scope, Send
from webui.ground.lib.request_body import RequestBodies

LARGE, SMALL = 11, 10


class Application:
    """Reads each body, then works until it is told to answer."""

    def __init__(self) -> None:
        self.working = 0
        self.may_answer = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive()).get("more_body"):
            pass
        self.working += 1
        await self.may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})


async def request(application: RequestBodies, size: int) -> Message:
    parts = [{"type": "http.request", "body": b"x" * (size - 1), "more_body": True}]
    parts.append({"type": "http.request", "body": b"x", "more_body": False})
    sent: list[Message] = []

    async def receive() -> Message:
        return parts.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    await application({"type": "http", "headers": []}, receive, send)
    return sent[0]


@pytest.fixture(autouse=True)
def limits(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LARGE_REQUEST_BYTES, settings.LARGE_REQUESTS = SMALL, 2


async def working_beside(count: int, size: int) -> tuple[int, Any]:
    """Return how many of these requests are worked on at once, and all first messages in the end."""
    application = Application()
    limited = RequestBodies(application)
    requests = [asyncio.create_task(request(limited, size)) for _ in range(count)]
    for _ in range(50):  # turns of the loop, enough for all that need not wait
        await asyncio.sleep(0)
    working = application.working
    application.may_answer.set()
    return working, await asyncio.gather(*requests)


def test_large_requests_take_turns() -> None:
    working, answers = asyncio.run(working_beside(5, LARGE))
    assert working == 2
    assert [answer["status"] for answer in answers] == [200] * 5


def test_small_requests_do_not() -> None:
    assert asyncio.run(working_beside(5, SMALL))[0] == 5


def test_a_turn_that_does_not_come_is_a_503_with_the_time_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_body, "PATIENCE", 0.0)

    async def three() -> tuple[int, Message]:
        application = Application()
        limited = RequestBodies(application)
        others = [asyncio.create_task(request(limited, LARGE)) for _ in range(2)]
        while application.working < 2:
            await asyncio.sleep(0)
        refused = await request(limited, LARGE)
        application.may_answer.set()
        await asyncio.gather(*others)
        return application.working, refused

    working, refused = asyncio.run(three())
    assert working == 2
    assert refused["status"] == 503
    assert (b"retry-after", b"10") in refused["headers"]
