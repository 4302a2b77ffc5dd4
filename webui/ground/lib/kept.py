"""Bytes that are computed once per process, while there is room: for immutable, often requested content."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

Key = tuple[object, ...]


class Kept:
    """What was made, up to a number of bytes; what was asked for last stays.

    Whoever asks for what is being made waits for it, so that a crowd makes it once.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._made: OrderedDict[Key, bytes] = OrderedDict()
        self._bytes = 0
        self._making: dict[Key, Lock] = {}
        self._lock = Lock()

    def get(self, key: Key, make: Callable[[], bytes]) -> bytes:
        """Return what is under this key, made if there is nothing; what `make` raises is raised and not kept."""
        with self._lock:
            if (made := self._found(key)) is not None:
                return made
            making = self._making.setdefault(key, Lock())
        with making:
            with self._lock:
                if (made := self._found(key)) is not None:
                    return made
            try:
                made = make()
                self._keep(key, made)
            finally:
                with self._lock:
                    self._making.pop(key, None)
        return made

    def _found(self, key: Key) -> bytes | None:
        if key in self._made:
            self._made.move_to_end(key)
        return self._made.get(key)

    def _keep(self, key: Key, made: bytes) -> None:
        with self._lock:
            self._bytes += len(made) - len(self._made.pop(key, b""))
            self._made[key] = made
            while self._bytes > self._most_bytes:
                self._bytes -= len(self._made.popitem(last=False)[1])
