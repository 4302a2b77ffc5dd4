"""Make a response once for many: ASGI middleware that keeps marked responses for a moment, in front of Django.

A kept response is at most KEPT_SECONDS old, and one that shows a link is dropped by the request that changes the link.
So a crowd on one link costs one response a second, whatever others do meanwhile, and a link that is deleted is gone.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass

from django.conf import settings
from django.http.cookie import parse_cookie

from webui.ground.lib.asgi import Application, Message, Receive, Scope, Send
from webui.ground.lib.origin import SAFE_METHODS
from webui.ground.lib.shareable import EVERYBODY, HEADER, STRANGERS, Touched, touched_from_now
from webui.ground.telemetry.metrics import REQUESTS
from webui.ground.telemetry.requests import FOREIGN_ID

KEPT_SECONDS = 1.0
KEPT_MAX = 500  # responses
KEPT_BODY_MAX = 1_000_000  # bytes of one
# What a response may depend on besides the address; the others are cookies and Authorization.
SIGNIFICANT = (
    b"host",
    b"accept-encoding",
    b"accept-language",
    b"if-none-match",
    b"prefer",
    b"x-forwarded-proto",
)
MARK = HEADER.lower().encode()

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class SharedResponse:
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    until: float  # on the monotonic clock
    links: frozenset[str]  # that it shows


class SharedResponses:
    """Answers from what is kept, waits for a like request that is on its way, or asks the application."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self._kept: OrderedDict[Key, SharedResponse] = OrderedDict()
        self._coming: dict[Key, asyncio.Future[SharedResponse | None]] = {}
        self._on_their_way: set[Touched] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in SAFE_METHODS:
            await self._change(scope, receive, send)
        elif scope["method"] != "GET":
            await self.application(scope, receive, send)
        elif not await self._send_kept(scope, send):
            await self._ask(scope, receive, send)

    async def _change(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass that may change something, and drop what shows it before its answer is seen."""
        touched = touched_from_now()

        async def drop_and_send(message: Message) -> None:
            self._drop(touched.changed)
            await send(message)

        try:
            await self.application(scope, receive, drop_and_send)
        finally:
            self._drop(touched.changed)

    def _drop(self, changed: set[str]) -> None:
        if not changed:
            return
        for other in self._on_their_way:
            other.outdated |= changed
        for key in [key for key, response in self._kept.items() if not response.links.isdisjoint(changed)]:
            del self._kept[key]

    async def _send_kept(self, scope: Scope, send: Send) -> bool:
        """Send what is kept for the request, or comes for a like one; return whether there was anything."""
        for key in _keys(scope):
            response = self._kept.get(key)
            if response is None or response.until <= time.monotonic():
                coming = self._coming.get(key)
                response = await asyncio.shield(coming) if coming is not None else None
            if response is not None:
                REQUESTS.labels("GET", "shared", str(response.status)).inc()
                headers = [*response.headers, (b"x-request-id", _request_id(scope))]
                await send({"type": "http.response.start", "status": response.status, "headers": headers})
                await send({"type": "http.response.body", "body": response.body})
                return True
        return False

    async def _ask(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask the application; like requests wait for the answer if the last one was kept."""
        expected = [key for key in _keys(scope) if key in self._kept]
        coming: asyncio.Future[SharedResponse | None] = asyncio.get_running_loop().create_future()
        self._coming.update(dict.fromkeys(expected, coming))
        touched = touched_from_now()
        self._on_their_way.add(touched)
        answer = _Answer(send, touched)
        try:
            await self.application(scope, receive, answer.receive)
            shareable = answer.shareable(scope)
            if shareable is not None and not touched.is_outdated:
                self._keep(*shareable)
                coming.set_result(shareable[1])
        finally:
            self._on_their_way.remove(touched)
            if not coming.done():
                coming.set_result(None)
            for key in expected:
                self._coming.pop(key, None)

    def _keep(self, key: Key, response: SharedResponse) -> None:
        self._kept[key] = response
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT_MAX:
            self._kept.popitem(last=False)


class _Answer:
    """Passes the messages of a response on, without the mark, and collects those of a marked one."""

    def __init__(self, send: Send, touched: Touched) -> None:
        self._send = send
        self._touched = touched
        self._start: Message = {}
        self._mark = b""
        self._body: list[bytes] = []
        self._is_whole = False

    async def receive(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(name.lower(), value) for name, value in message["headers"]]
            self._mark = dict(headers).get(MARK, b"")
            message = {**message, "headers": [header for header in headers if header[0] != MARK]}
            self._start = message
        elif self._mark and message["type"] == "http.response.body":
            self._body.append(message.get("body", b""))
            self._is_whole = not message.get("more_body")
        await self._send(message)

    def shareable(self, scope: Scope) -> tuple[Key, SharedResponse] | None:
        """Return what to keep of a marked response, and under which key; None for others."""
        body = b"".join(self._body)
        headers: list[tuple[bytes, bytes]] = self._start.get("headers", [])
        sets_cookie = any(name == b"set-cookie" for name, _ in headers)
        is_shared = self._mark and not self._touched.is_personal
        if not is_shared or not self._is_whole or sets_cookie or len(body) > KEPT_BODY_MAX:
            return None
        if self._start["status"] not in (200, 304):
            return None
        mark = self._mark.decode()
        if mark != EVERYBODY and not _is_stranger(scope):
            return None
        key = _key(scope, mark)
        headers = [header for header in headers if header[0] != b"x-request-id"]
        until, links = time.monotonic() + KEPT_SECONDS, frozenset(self._touched.links_shown)
        return key, SharedResponse(self._start["status"], headers, body, until, links)


def _keys(scope: Scope) -> list[Key]:
    """Return the keys under which a response for this request may be kept."""
    return [_key(scope, mark) for mark in (EVERYBODY, STRANGERS) if mark == EVERYBODY or _is_stranger(scope)]


def _key(scope: Scope, mark: str) -> Key:
    """Return the key of a request for responses with this mark."""
    sent = dict(scope["headers"])
    language = _cookies(scope).get(settings.LANGUAGE_COOKIE_NAME)
    return (
        mark,
        scope["path"],
        scope["query_string"],
        language,
        scope.get("scheme"),
        *(sent.get(name) for name in SIGNIFICANT),
    )


def _is_stranger(scope: Scope) -> bool:
    """Return whether a visitor sends neither a key nor a cookie but that of the language."""
    if any(name == b"authorization" for name, _ in scope["headers"]):
        return False
    return set(_cookies(scope)) <= {settings.LANGUAGE_COOKIE_NAME}


def _cookies(scope: Scope) -> dict[str, str]:
    """Return the cookies as Django reads them."""
    sent = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
    return parse_cookie("; ".join(sent)) if sent else {}


def _request_id(scope: Scope) -> bytes:
    sent = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
    return (sent if FOREIGN_ID.fullmatch(sent) else secrets.token_hex(8)).encode()
