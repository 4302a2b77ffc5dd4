"""What a computation may use, looked at where the work is made: before each object, cycle, moment and rule.

A server opens an allowance around a request or a task. Without one nothing is bounded: a command computes as long as it
takes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from math import inf

SECONDS_AN_OBJECT = 0.1e-3  # of the processor, that may be used for what controllers make


class AllowanceSpent(Exception):
    """A computation has used up the time of the processor that it may have: `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def _go_on() -> None:
    """Let the computation go on."""


@dataclass(slots=True)
class Allowance:
    """What one computation may use.

    `objects` are those that controllers may make of the workloads of one scenario, `seconds` those of the
    processor, in the thread that opened the allowance. `stop` is asked every `interval` seconds of the clock whether to
    go on; it ends the computation by raising.
    """

    objects: float = inf
    seconds: float = inf
    stop: Callable[[], None] = _go_on
    interval: float = 0.25
    _made: int = 0
    _begun: float = field(default_factory=time.thread_time)
    _asked: float = field(default_factory=time.monotonic)

    @property
    def used(self) -> float:
        """The seconds of the processor since the allowance was made."""
        return time.thread_time() - self._begun

    def grant(self, seconds: float) -> None:
        """Add seconds, for work that grows with something large that was read."""
        self.seconds += seconds

    def grant_made(self, objects: int) -> None:
        """Add seconds for the objects of a scenario with so many; for the largest one, not for each."""
        self.grant(SECONDS_AN_OBJECT * max(objects - self._made, 0))
        self._made = max(objects, self._made)

    def check(self) -> None:
        """Raise AllowanceSpent if the seconds are used up, or what `stop` raises."""
        now = time.monotonic()
        if now - self._asked >= self.interval:
            self._asked = now
            self.stop()
        if self.seconds < inf and self.used > self.seconds:
            raise AllowanceSpent(self.seconds)


_current: ContextVar[Allowance | None] = ContextVar("allowance", default=None)


@contextmanager
def within(allowance: Allowance) -> Iterator[Allowance]:
    """Bound what is computed inside by this allowance, instead of one around it."""
    former = _current.set(allowance)
    try:
        yield allowance
    finally:
        _current.reset(former)


def check() -> None:
    """Raise AllowanceSpent, or what the caller of the computation ends it with, if it must not go on."""
    allowance = _current.get()
    if allowance is not None:
        allowance.check()


def grant(seconds: float) -> None:
    """Add seconds of the processor to the allowance, if there is one."""
    allowance = _current.get()
    if allowance is not None:
        allowance.grant(seconds)


@contextmanager
def share(seconds: float) -> Iterator[None]:
    """Bound what is computed inside by so many seconds of the processor, and by the allowance around it."""
    around = _current.get() or Allowance()
    own = Allowance(around.objects, seconds, around.check, interval=0)
    with within(own):
        yield


def grant_made(objects: int) -> None:
    """Add seconds of the processor for the objects that controllers make for a scenario, so many up to now."""
    allowance = _current.get()
    if allowance is not None:
        allowance.grant_made(objects)


def most_objects() -> float:
    """Return how many objects controllers may make of the workloads of one scenario."""
    allowance = _current.get()
    return inf if allowance is None else allowance.objects
