"""The objects of a list, which are many and large: kept as they came, and decoded as they are looked at."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import orjson

from scheduler_core.contract import Manifest

LEVEL = 1  # fast: they are kept until they have been read once


class Pages:
    """The answers of an API server to a list; yields their objects, each with its kind, as often as they are asked."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._pages: list[bytes] = []

    def add(self, body: bytes) -> None:
        """Take a page, as JSON."""
        self._pages.append(zlib.compress(body, LEVEL))

    def __iter__(self) -> Iterator[Manifest]:
        for page in self._pages:
            items = orjson.loads(zlib.decompress(page))
            version = items.get("apiVersion", "v1")
            for item in items.get("items") or ():
                yield {"apiVersion": version, "kind": self._kind, **item}
