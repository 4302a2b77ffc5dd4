"""Unpack request bodies, and reject those that are too large while they arrive, before they fill a disk."""

from __future__ import annotations

import zlib

from django.conf import settings

from webui.lib.asgi import Application, Message, Receive, Scope, Send, send_error


class TooLarge(Exception):
    pass


class NotGzip(Exception):
    pass


class RequestSizeLimit:
    """ASGI middleware that unpacks gzip, and answers 413 to bodies that are above REQUEST_MAX_BYTES then."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit: int = settings.REQUEST_MAX_BYTES
        if declared_length(scope) > limit:
            await send_too_large(send, limit)
            return
        if is_compressed(scope):
            scope, receive = without_encoding(scope), unpacked(receive, limit)
        try:
            await self.application(scope, limited(receive, limit), send)
        # Django reads the body before it answers, so nothing has been sent yet.
        except TooLarge:
            await send_too_large(send, limit)
        except NotGzip:
            await send_error(send, 400, "the body must be gzip, as its Content-Encoding says")


def declared_length(scope: Scope) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"")
    return int(length) if length.isdigit() else 0


def is_compressed(scope: Scope) -> bool:
    return (b"content-encoding", b"gzip") in scope["headers"]


def without_encoding(scope: Scope) -> Scope:
    """Return the scope of the same request with its body unpacked, of a length that is not known."""
    names = (b"content-encoding", b"content-length")
    return {**scope, "headers": [(name, value) for name, value in scope["headers"] if name not in names]}


def unpacked(receive: Receive, limit: int) -> Receive:
    """Wrap `receive` so that it returns the unpacked body; it raises TooLarge after `limit` bytes, and NotGzip."""
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)

    async def receive_unpacked() -> Message:
        message = await receive()
        try:
            body = unpacker.decompress(message.get("body", b""), limit + 1)
        except zlib.error as error:
            raise NotGzip from error
        if unpacker.unconsumed_tail:
            raise TooLarge
        if message["type"] == "http.request" and not message.get("more_body") and not unpacker.eof:
            raise NotGzip
        return {**message, "body": body}

    return receive_unpacked


def limited(receive: Receive, limit: int) -> Receive:
    """Wrap `receive` so that it raises TooLarge after `limit` bytes."""
    received = 0

    async def receive_limited() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > limit:
            raise TooLarge
        return message

    return receive_limited


async def send_too_large(send: Send, limit: int) -> None:
    await send_error(send, 413, f"the request must be at most {limit} bytes")
