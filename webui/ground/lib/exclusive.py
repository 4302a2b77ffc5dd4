"""Something that moves while it is read, for one thread at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Exclusive(Generic[T]):
    """What the first who asks makes, and what one thread at a time has.

    Whoever has it leaves it as it was. If something is raised meanwhile, that is not certain: the next makes it anew.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: T | None = None
        self._lock = Lock()

    @contextmanager
    def held(self) -> Iterator[T]:
        """Wait for the others, and give it until the context is left."""
        with self._lock:
            made = self._make() if self._made is None else self._made
            self._made = None
            yield made
            self._made = made
