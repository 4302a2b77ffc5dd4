"""Make a response once for many: ASGI middleware that keeps marked responses for a moment, in front of Django.

A kept response is at most KEPT_SECONDS old, and one that shows a link is dropped by the request that changes the link.
So a crowd on one link costs one response a second, whatever others do meanwhile, and a link that is deleted is gone.
Of like requests that come together the first is asked, and the others wait whether its answer is for them too.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.http.cookie import parse_cookie

from webui.ground.lib.asgi import Application, Message, Receive, Scope, Send
from webui.ground.lib.origin import SAFE_METHODS
from webui.ground.lib.shareable import EVERYBODY, HEADER, STRANGERS, Touched, touched_from_now
from webui.ground.telemetry.metrics import REQUESTS
from webui.ground.telemetry.requests import FOREIGN_ID

KEPT_SECONDS = 1.0
KEPT_SECONDS_FOR_GOOD = 60.0  # of what never changes under its address: scripts and styles
KEPT_MAX = 500  # responses
KEPT_BODY_MAX = 1_000_000  # bytes of one
KEPT_BYTES = 100_000_000  # of all
OWN_MAX = 5_000  # requests of which it is remembered that their answer is for one alone
# What a response may depend on besides the address; the others are cookies and Authorization.
SIGNIFICANT = (
    b"host",
    b"accept-encoding",
    b"accept-language",
    b"if-none-match",
    b"if-modified-since",
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
        self._kept_bytes = 0
        self._coming: dict[Key, asyncio.Future[bool]] = {}
        self._own: OrderedDict[Key, None] = OrderedDict()
        self._on_their_way: set[Touched] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in SAFE_METHODS:
            await self._change(scope, receive, send)
        elif scope["method"] != "GET":
            await self.application(scope, receive, send)
        else:
            await self._read(scope, receive, send)

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
            self._forget(key)

    async def _read(self, scope: Scope, receive: Receive, send: Send) -> None:
        keys = _keys(scope)
        while (response := self._kept_for(keys)) is None:
            coming = None if keys[-1] in self._own else self._coming.get(keys[-1])
            if coming is None or not await asyncio.shield(coming):
                return await self._ask(keys[-1], scope, receive, send)
        return await _send(response, scope, send)

    def _kept_for(self, keys: list[Key]) -> SharedResponse | None:
        now = time.monotonic()
        found = (self._kept.get(key) for key in keys)
        return next((response for response in found if response is not None and response.until > now), None)

    async def _ask(self, key: Key, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask the application; like requests wait until it is known whether the answer is for them."""
        coming: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        is_first = key not in self._own and self._coming.setdefault(key, coming) is coming
        touched = touched_from_now()
        self._on_their_way.add(touched)

        def is_own(status: int) -> None:
            if not coming.done():
                coming.set_result(False)
            if status < 500:
                self._remember_own(key)

        answer = _Answer(send, touched, is_own)
        try:
            await self.application(scope, receive, answer.receive)
            shareable = answer.shareable(scope)
            if shareable is None:
                is_own(answer.status)
            elif not touched.is_outdated:
                self._keep(*shareable)
        finally:
            self._on_their_way.remove(touched)
            if is_first:
                del self._coming[key]
            if not coming.done():
                coming.set_result(True)

    def _keep(self, key: Key, response: SharedResponse) -> None:
        self._forget(key)
        self._own.pop(key, None)
        self._kept[key] = response
        self._kept_bytes += len(response.body)
        while len(self._kept) > KEPT_MAX or self._kept_bytes > KEPT_BYTES:
            self._forget(next(iter(self._kept)))

    def _forget(self, key: Key) -> None:
        if (response := self._kept.pop(key, None)) is not None:
            self._kept_bytes -= len(response.body)

    def _remember_own(self, key: Key) -> None:
        self._own[key] = None
        self._own.move_to_end(key)
        if len(self._own) > OWN_MAX:
            self._own.popitem(last=False)


async def _send(response: SharedResponse, scope: Scope, send: Send) -> None:
    REQUESTS.labels("GET", "shared", str(response.status)).inc()
    headers = [*response.headers, (b"x-request-id", _request_id(scope))]
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    await send({"type": "http.response.body", "body": response.body})


class _Answer:
    """Passes the messages of a response on, without the mark, and collects those of a marked one.

    `is_own` is called with its status as soon as it is known that it is for nobody else.
    """

    def __init__(self, send: Send, touched: Touched, is_own: Callable[[int], None]) -> None:
        self._send = send
        self._touched = touched
        self._is_own = is_own
        self._start: Message = {}
        self._mark = b""
        self._body: list[bytes] = []
        self._is_whole = False

    @property
    def status(self) -> int:
        return int(self._start.get("status", 500))

    async def receive(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(name.lower(), value) for name, value in message["headers"]]
            self._mark = dict(headers).get(MARK, b"")
            message = {**message, "headers": [header for header in headers if header[0] != MARK]}
            self._start = message
            if not self._mark:
                self._is_own(self.status)
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
        links = frozenset(self._touched.links_shown)
        never_changes = not links and any(b"immutable" in value for _, value in headers)
        until = time.monotonic() + (KEPT_SECONDS_FOR_GOOD if never_changes else KEPT_SECONDS)
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
