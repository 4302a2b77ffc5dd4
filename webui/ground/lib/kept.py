"""Bytes that are computed once per process, while there is room: for immutable, often requested content."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

Key = tuple[object, ...]


class Kept:
    """What was made, up to a number of bytes; what was asked for last stays."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._made: OrderedDict[Key, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, key: Key, make: Callable[[], bytes]) -> bytes:
        """Return what is under this key, made if there is nothing."""
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                return self._made[key]
        made = make()
        with self._lock:
            self._bytes += len(made) - len(self._made.pop(key, b""))
            self._made[key] = made
            while self._bytes > self._most_bytes:
                self._bytes -= len(self._made.popitem(last=False)[1])
        return made
