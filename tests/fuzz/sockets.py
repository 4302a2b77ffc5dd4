"""Frames of any kind over the real socket of a run, and handshakes that are none."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from random import Random
from urllib.parse import quote, urlsplit

from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from tests.fuzz.inputs import MOST_SECONDS, Fault, sent
from tests.fuzz.requests import JUNK, TEXTS, UNKNOWN_ID
from tests.services.live import Live

WAIT = 5.0  # seconds of the clock, on a machine that does other things too


def frames(live: Live) -> Callable[[Random], None]:
    """Return what sends an input to a live site, in which a draft is run."""
    client = live.client()
    source = (Path(__file__).parent / "world.yaml").read_text()
    draft = client.post("/api/scenarios", json={"title": "t", "source": source}).json()
    run = client.post(f"/api/scenarios/{draft['id']}/runs", json={}).json()["id"]

    def attempt(random: Random) -> None:
        random.choice((_frames, _frames, _handshake))(random, live.url, run)
        if client.get("/healthz").elapsed.total_seconds() > MOST_SECONDS:
            raise Fault("the site answers late")

    return attempt


def _path(random: Random, run: str) -> str:
    paths = (
        f"/ws/runs/{run}",
        f"/ws/runs/{run}",
        f"/ws/runs/{UNKNOWN_ID}",
        "/ws/runs/x",
        "/ws/runs",
        "/ws/",
        "/",
        "/healthz",
    )
    query = f"?{random.choice(('after', 'x'))}={quote(str(random.choice(JUNK))[:200], errors='replace')}"
    return random.choice(paths) + random.choice(("", query, query))


def _frames(random: Random, url: str, run: str) -> None:
    address = url.replace("http", "ws") + _path(random, run)
    sent.text = address
    try:
        with connect(address, proxy=None, open_timeout=WAIT, close_timeout=1) as connection:
            for _ in range(random.randint(0, 5)):
                _send(random, connection)
            connection.recv(timeout=0.01)
    except InvalidStatus as refused:
        if refused.response.status_code >= 500:
            raise Fault(f"status {refused.response.status_code}") from refused
    except (WebSocketException, InvalidHandshake, TimeoutError):
        pass  # closed, as such a connection may be


def _send(random: Random, connection: Connection) -> None:
    text = random.choice(TEXTS)
    message = random.choice(
        (text, text.encode(errors="replace"), random.randbytes(random.randint(0, 70_000)))
    )
    sent.text += f"\n{message!r}"
    random.choice((connection.send, connection.send, lambda data: connection.ping(data[:100])))(message)


def _handshake(random: Random, url: str, run: str) -> None:
    """Send a request line and headers with mistakes; the answer, if there is one, is no internal error."""
    address = urlsplit(url)
    lines = [
        f"{random.choice(('GET', 'POST', 'HEAD', 'X'))} {_path(random, run)} HTTP/1.1",
        f"Host: {address.netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    for _ in range(random.randint(1, 3)):
        at = random.randrange(1, len(lines) + 1)
        lines[at:] = random.choice(([], [f"X: {random.choice(TEXTS)}", *lines[at:]], lines[at + 1 :]))
    request = ("\r\n".join(lines) + "\r\n\r\n").encode(errors="replace")
    sent.text = request.decode(errors="replace")
    with socket.create_connection((address.hostname or "", address.port or 80), timeout=WAIT) as connection:
        connection.sendall(request + random.randbytes(random.randint(0, 200)))
        connection.settimeout(0.3)
        try:
            answer = connection.recv(200)
        except (TimeoutError, ConnectionError):
            return
    if answer.startswith(b"HTTP/1.1 5"):
        raise Fault(f"status {answer[9:12].decode()}")
