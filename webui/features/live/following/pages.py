"""The objects of a list, which are many and large: kept as they came, and decoded as they are taken."""

from __future__ import annotations

import threading
import zlib
from collections import deque
from collections.abc import Iterator

import orjson

from scheduler_core.contract import Manifest
from webui.features.live.following.answers import Odd, decoded, part, version_of

LEVEL = 1  # fast: they are kept until they have been taken
MOST_OBJECTS = 300_000  # of a kind: twice the pods that Kubernetes supports
MOST_BYTES = 512 * 2**20  # of all lists that nobody has taken yet, compressed


class Room:
    """How many bytes may still be kept; threads share it."""

    def __init__(self, size: int) -> None:
        self._left = size
        self._lock = threading.Lock()

    def take(self, size: int) -> bool:
        """Take so much of it; return False if there is not so much."""
        with self._lock:
            if size > self._left:
                return False
            self._left -= size
            return True

    def give(self, size: int) -> None:
        """Give so much of it back."""
        with self._lock:
            self._left += size


class Pages:
    """The answers of an API server to a list, in room that they share with those to others.

    Yields their objects once, each with its kind, and gives the room back meanwhile. An object that is none has nothing
    but its kind.
    """

    def __init__(self, kind: str, room: Room) -> None:
        self._kind, self._room = kind, room
        self._pages: deque[bytes] = deque()
        self._objects = 0
        self.following = self.version = ""  # where the list goes on, "" at its end, and what it is a list of

    def add(self, body: bytes) -> None:
        """Take a page, as JSON; raise Odd if it is none, or too much."""
        page = decoded(body, "the list")
        items = page.get("items") or ()
        following = part(page, "metadata").get("continue") or ""
        if not isinstance(items, (list, tuple)) or not isinstance(following, str):
            raise Odd("the list has no items that can be read")
        if following and not items:
            raise Odd("the list goes on after a page without objects")
        self._objects += len(items)
        if self._objects > MOST_OBJECTS:
            raise Odd(f"the list has more than {MOST_OBJECTS:,} objects")
        text = zlib.compress(body, LEVEL)
        if not self._room.take(len(text)):
            raise Odd("the lists are larger than what can be kept until they are read")
        self._pages.append(text)
        self.following, self.version = following, version_of(page)

    def drop(self) -> None:
        """Let go of what is left."""
        while self._pages:
            self._room.give(len(self._pages.popleft()))

    def __iter__(self) -> Iterator[Manifest]:
        while self._pages:
            text = self._pages.popleft()
            page = orjson.loads(zlib.decompress(text))
            self._room.give(len(text))
            version = page.get("apiVersion", "v1")
            for item in page.get("items") or ():
                fields = item if isinstance(item, dict) else {}
                yield {"apiVersion": version, **fields, "kind": self._kind}
