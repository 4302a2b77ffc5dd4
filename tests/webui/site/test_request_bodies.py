"""What a request's body may be before Django has it: packed, large, slow."""

from __future__ import annotations

import asyncio
import gzip
import os
from collections.abc import Iterable

import orjson
import pytest
from pytest_django.fixtures import Settings

from tests.dumps import kubectl_list
from webui.ground.lib import request_size
from webui.ground.lib.asgi import Message, Receive, Scope, Send
from webui.ground.lib.request_body import RequestBodies
from webui.ground.lib.unpacking import SMALL, STEP

GZIP = [(b"content-encoding", b"gzip")]
Answer = tuple[int, str]


class Application:
    """Reads a body and answers 200; has what it was given."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.headers: list[tuple[bytes, bytes]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.headers = scope["headers"]
        more = True
        while more:
            message = await receive()
            self.parts.append(message.get("body", b""))
            more = message.get("more_body", False)
        await send({"type": "http.response.start", "status": 200, "headers": []})


async def request(
    bodies: RequestBodies, parts: Iterable[bytes], headers: list[tuple[bytes, bytes]] = GZIP
) -> Answer:
    """Send a body in parts; return the status, and the sentence of a refusal."""
    messages = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    if messages:
        messages[-1]["more_body"] = False
    sent: list[Message] = []

    async def receive() -> Message:
        if not messages:
            await asyncio.Event().wait()  # the client is connected, and sends nothing
        return messages.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    await bodies({"type": "http", "headers": headers}, receive, send)
    refusal = orjson.loads(sent[1]["body"])["errors"][0]["message"] if len(sent) > 1 else ""
    if refusal:
        assert dict(sent[0]["headers"])[b"content-length"] == str(len(sent[1]["body"])).encode()
    return sent[0]["status"], refusal


def sent(*parts: bytes, headers: list[tuple[bytes, bytes]] = GZIP) -> tuple[Application, Answer]:
    application = Application()
    return application, asyncio.run(request(RequestBodies(application), parts, headers))


def in_parts(body: bytes, size: int = 65536) -> list[bytes]:
    return [body[at : at + size] for at in range(0, len(body), size)]


@pytest.mark.parametrize("indent", [None, orjson.OPT_INDENT_2])
@pytest.mark.parametrize("level", [1, 6, 9])
def test_a_dump_of_kubectl_is_unpacked_in_steps(level: int, indent: int | None) -> None:
    body = orjson.dumps(kubectl_list(nodes=200, pods=2000, waiting=2), option=indent)
    application, answer = sent(*in_parts(gzip.compress(body, level)))
    assert answer == (200, "")
    assert b"".join(application.parts) == body
    assert max(map(len, application.parts)) <= STEP
    assert application.headers == []


def test_a_small_body_may_be_dense() -> None:
    application, (status, _) = sent(gzip.compress(b"x" * SMALL))
    assert status == 200
    assert sum(map(len, application.parts)) == SMALL


def test_a_body_that_unpacks_to_far_more_is_refused_early() -> None:
    application, (status, sentence) = sent(gzip.compress(b"x" * 50_000_000))
    assert status == 413
    assert "100 times" in sentence and "without Content-Encoding" in sentence
    assert sum(map(len, application.parts)) < 50_000_000 / 9


def test_what_unpacks_to_more_than_a_request_may_have_is_refused(settings: Settings) -> None:
    settings.REQUEST_MAX_BYTES = 500_000
    application, (status, sentence) = sent(gzip.compress(os.urandom(20_000) * 26))
    assert (status, sentence) == (413, "the request must be at most 500000 bytes")
    assert sum(map(len, application.parts)) <= 500_000


PACKED = gzip.compress(b'{"source": "x"}' * 1000)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ([PACKED, gzip.compress(b"more")], "data after its end"),
        ([PACKED + b"x"], "data after its end"),
        ([PACKED[:-1]], "must be gzip"),
        ([PACKED[:40]], "must be gzip"),
        ([PACKED[:40], b"\0" * 100], "must be gzip"),
        ([b"{}"], "must be gzip"),
        ([b""], "must be gzip"),
    ],
    ids=lambda value: "" if isinstance(value, list) else value,
)
def test_what_is_not_one_member_of_gzip_is_refused(parts: list[bytes], words: str) -> None:
    _, (status, sentence) = sent(*parts)
    assert status == 400
    assert words in sentence


@pytest.mark.parametrize(
    "language", [(b"accept-language", b"zh-CN"), (b"cookie", b"django_language=zh-hans; other=1")]
)
def test_a_refusal_is_in_the_language_of_who_asks(language: tuple[bytes, bytes]) -> None:
    _, (status, sentence) = sent(PACKED[:-1], headers=[*GZIP, language])
    assert (status, sentence) == (400, "请求体必须是 gzip，如其 Content-Encoding 所示")


@pytest.mark.parametrize("encodings", [[b"br"], [b"gzip, gzip"], [b"gzip", b"gzip"], [b"deflate"]])
def test_another_encoding_is_refused(encodings: list[bytes]) -> None:
    _, (status, sentence) = sent(PACKED, headers=[(b"content-encoding", encoding) for encoding in encodings])
    assert status == 415
    assert "gzip" in sentence


def test_an_encoding_may_be_written_in_capitals_and_as_none() -> None:
    application, _ = sent(PACKED, headers=[(b"content-encoding", b"GZip")])
    assert b"".join(application.parts) == gzip.decompress(PACKED)
    application, _ = sent(PACKED, headers=[(b"content-encoding", b"identity")])
    assert b"".join(application.parts) == PACKED


def test_a_packed_body_waits_for_its_turn_before_it_is_unpacked_whole(settings: Settings) -> None:
    settings.LARGE_REQUEST_BYTES, settings.LARGE_REQUESTS = 2 * STEP, 1
    body = (os.urandom(2000) + bytes(38_000)) * 64  # a twentieth of it is packed: all steps but one are full
    reading: list[list[bytes]] = []
    may_answer = asyncio.Event()

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        parts: list[bytes] = []
        reading.append(parts)
        more = True
        while more:
            message = await receive()
            parts.append(message["body"])
            more = message["more_body"]
        await may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    def read() -> list[int]:
        return [sum(map(len, parts)) for parts in reading]

    async def two() -> list[Answer]:
        bodies = RequestBodies(application)
        packed = in_parts(gzip.compress(body))
        first = asyncio.create_task(request(bodies, packed))
        while read() != [len(body)]:
            await asyncio.sleep(0)
        second = asyncio.create_task(request(bodies, packed))
        while read() != [len(body), 2 * STEP]:
            await asyncio.sleep(0)
        may_answer.set()
        return [await first, await second]

    assert asyncio.run(two()) == [(200, "")] * 2
    assert read() == [len(body)] * 2


@pytest.mark.parametrize("headers", [[], GZIP])
def test_a_body_that_comes_too_slowly_is_refused(
    headers: list[tuple[bytes, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_size, "PATIENCE", 0.0)
    _, (status, sentence) = sent(headers=headers)
    assert status == 408
    assert "10000 bytes a second" in sentence


def test_who_takes_the_answer_slowly_holds_no_turn(settings: Settings) -> None:
    settings.LARGE_REQUEST_BYTES, settings.LARGE_REQUESTS = 10, 1
    large = {"type": "http.request", "body": b"x" * 11, "more_body": False}

    async def receive() -> Message:
        return large

    async def two() -> None:
        bodies = RequestBodies(Application())
        answering = asyncio.Event()

        async def never(message: Message) -> None:
            answering.set()
            await asyncio.Event().wait()

        slow = asyncio.create_task(bodies({"type": "http", "headers": []}, receive, never))
        await answering.wait()
        assert await request(bodies, [b"x" * 11], []) == (200, "")
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)

    asyncio.run(two())
