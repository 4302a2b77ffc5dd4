"""What the server sends along, and what it refuses."""

from __future__ import annotations

import asyncio
import gzip
import os
from collections.abc import Iterator
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from tests.services import http
from tests.services.live import REQUEST_MAX_BYTES, Live


@pytest.mark.parametrize("path", ["/", "/static/css/base.css", "/nowhere"])
def test_every_response_has_the_security_headers(live: Live, path: str) -> None:
    headers = http.get(live.url + path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe-eval" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_pages_may_not_be_framed(live: Live) -> None:
    headers = http.get(live.url).headers
    assert headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_a_body_that_says_it_is_too_large_is_refused(live: Live) -> None:
    answer = httpx.post(f"{live.url}/api/scenarios", content=b"x" * (REQUEST_MAX_BYTES + 1))
    assert answer.status_code == 413
    assert f"at most {REQUEST_MAX_BYTES} bytes" in answer.json()["errors"][0]["message"]


def test_a_body_that_turns_out_too_large_is_refused(live: Live) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(REQUEST_MAX_BYTES // 100_000 + 2):
            yield b"x" * 100_000

    answer = httpx.post(f"{live.url}/api/scenarios", content=endless())
    assert answer.status_code == 413
    assert answer.json()["errors"]


def test_a_compressed_body_is_read(live: Live) -> None:
    body = gzip.compress(b'{"title": "Packed", "source": "{}", "allow_errors": true}')
    answer = post_compressed(live, body)
    assert answer.status_code == 201
    assert answer.json()["title"] == "Packed"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ((os.urandom(2000) + bytes(38_000)) * (REQUEST_MAX_BYTES // 40_000 + 1), str(REQUEST_MAX_BYTES)),
        (bytes(REQUEST_MAX_BYTES), "100 times its size"),
    ],
    ids=["a twentieth of it", "a thousandth of it"],
)
def test_a_compressed_body_that_unpacks_to_too_much_is_refused(live: Live, body: bytes, words: str) -> None:
    answer = post_compressed(live, gzip.compress(body, 1))
    assert answer.status_code == 413
    assert words in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize("body", [b"{}", gzip.compress(b"{}", mtime=0)[:-9], b""])
def test_a_body_that_is_not_what_its_encoding_says_is_refused(live: Live, body: bytes) -> None:
    answer = post_compressed(live, body)
    assert answer.status_code == 400
    assert "must be gzip" in answer.json()["errors"][0]["message"]


def post_compressed(live: Live, body: bytes) -> httpx.Response:
    headers = {"Content-Encoding": "gzip", "Content-Type": "application/json"}
    return httpx.post(f"{live.url}/api/scenarios", content=body, headers=headers, timeout=30)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://127.0.0.1:1", "http://127.0.0.1", "http://[", "null"]
)
def test_pages_of_other_origins_cannot_open_a_websocket(live: Live, origin: str) -> None:
    """A server on another port of this machine is another origin."""
    with pytest.raises(InvalidStatus) as refused:
        asyncio.run(open_websocket(live, Origin(origin)))
    assert refused.value.response.status_code == 403


def test_a_name_that_leads_here_opens_no_websocket(live: Live) -> None:
    port = urlsplit(live.url).port
    with pytest.raises(InvalidStatus) as refused:
        asyncio.run(open_websocket(live, Origin(f"http://evil.example:{port}"), name="evil.example"))
    assert refused.value.response.status_code == 403


def test_our_pages_and_programs_can_open_one(live: Live) -> None:
    asyncio.run(open_websocket(live, Origin(live.url)))
    asyncio.run(open_websocket(live, None))


async def open_websocket(live: Live, origin: Origin | None, name: str = "127.0.0.1") -> None:
    """Fails when it is refused. That there is no such run is said only after it has been let in."""
    port = urlsplit(live.url).port
    address = f"ws://{name}:{port}/ws/runs/{uuid4()}?after=0"
    async with connect(address, origin=origin, proxy=None, host="127.0.0.1", port=port) as socket:
        try:
            await asyncio.wait_for(socket.recv(), 0.2)
        except (TimeoutError, ConnectionClosed):
            return
