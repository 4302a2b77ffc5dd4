"""Unpack request bodies in steps: a small body may unpack to a thousand times its size."""

from __future__ import annotations

import asyncio
import zlib
from typing import IO

from scheduler_core import worded
from webui.ground.lib.asgi import Message, Receive, Refused, Scope
from webui.ground.lib.request_size import too_large

STEP = 256 * 1024  # bytes that are read or unpacked at once
MOST_RATIO = 100  # manifests shrink to a tenth or thirtieth, those that a program repeats to an eightieth
SMALL = 1_000_000  # bytes to which a body may unpack whatever its size


def is_packed(scope: Scope) -> bool:
    """Return whether the body is gzip. Raise Refused (415) for another encoding."""
    encodings = [value.strip().lower() for name, value in scope["headers"] if name == b"content-encoding"]
    if encodings in ([], [b""], [b"identity"]):
        return False
    if encodings == [b"gzip"]:
        return True
    raise Refused(415, worded("the body must be uncompressed, or have Content-Encoding: gzip"))


def without_encoding(scope: Scope) -> Scope:
    """Return the scope of the same request with its body unpacked, of a length that is not known."""
    names = (b"content-encoding", b"content-length")
    return {**scope, "headers": [(name, value) for name, value in scope["headers"] if name not in names]}


class Unpacked:
    """A `receive` that waits for a whole body of gzip, and hands on what it unpacks to, a step at a time.

    It raises Refused: 400 for what is not one member of gzip, 413 for more than `limit` bytes, or than MOST_RATIO
    times what has arrived, which is kept in the file meanwhile.
    """

    def __init__(self, receive: Receive, limit: int, packed: IO[bytes]) -> None:
        self._receive = receive
        self._limit = limit
        self._packed = packed
        self._packed_bytes = self._unpacked_bytes = 0
        self._has_arrived = False
        self._unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)

    async def __call__(self) -> Message:
        """Return the next message: a step of the body or, after it, whatever comes."""
        while not self._has_arrived:
            message = await self._receive()
            if message["type"] != "http.request":
                return message
            self._arrive(message)
        if self._unpacker.eof:
            return await self._receive()
        body = await asyncio.to_thread(self._step)
        self._unpacked_bytes += len(body)
        self._require_size()
        return {"type": "http.request", "body": body, "more_body": not self._unpacker.eof}

    def _arrive(self, message: Message) -> None:
        body = message.get("body", b"")
        self._packed.write(body)
        self._packed_bytes += len(body)
        if not message.get("more_body"):
            self._has_arrived = True
            self._packed.seek(0)

    def _step(self) -> bytes:
        """Unpack up to STEP bytes: none only at the end."""
        body = b""
        while not body and not self._unpacker.eof:
            packed = self._unpacker.unconsumed_tail or self._packed.read(STEP)
            try:
                body = self._unpacker.decompress(packed, STEP)
            except zlib.error as error:
                raise _not_gzip() from error
            if not body and not packed and not self._unpacker.eof:
                raise _not_gzip()
        if self._unpacker.eof and (self._unpacker.unused_data or self._packed.read(1)):
            raise Refused(400, worded("the body must be a single gzip member: there is data after its end"))
        return body

    def _require_size(self) -> None:
        if self._unpacked_bytes > self._limit:
            raise too_large(self._limit)
        if self._unpacked_bytes > max(SMALL, MOST_RATIO * self._packed_bytes):
            raise Refused(
                413,
                worded(
                    "the body must unpack to at most {n} times its size: send it without Content-Encoding",
                    n=MOST_RATIO,
                ),
            )


def _not_gzip() -> Refused:
    return Refused(400, worded("the body must be gzip, as its Content-Encoding says"))
