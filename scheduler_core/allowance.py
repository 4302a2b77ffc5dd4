"""What a computation may use, looked at where the work is made: before each object, cycle, moment and rule.

A server opens an allowance around a request or a task. Without one nothing is bounded: a command computes as long as it
takes.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from math import inf
from typing import Literal, TypeVar

Material = Literal["bytes", "stored", "made", "queued", "whole"]

# Seconds of the processor that are added for what is worked on: each byte of a text, each object of a stored
# scenario, each that controllers make of workloads, each workload that Kueue has to admit, and a run or play of which
# a worker has computed the whole.
RATES: dict[Material, float] = {
    "bytes": 0.5e-6,
    "stored": 0.5e-3,
    "made": 0.08e-3,
    "queued": 2e-3,
    "whole": 10.0,
}


Item = TypeVar("Item")

SHORTEST = 0.001  # seconds between two looks, unless they are asked for each time


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
    processor, in the thread that opened the allowance. `cells` are the numbers in a table with a column for each
    node, `cached` the bytes of plugins' answers that each profile keeps for its next cycles. `stop` is asked every
    `interval` seconds of the clock whether to go on; it ends the computation by raising.
    """

    objects: float = inf
    seconds: float = inf
    cells: float = inf
    cached: float = inf
    stop: Callable[[], None] = _go_on
    interval: float = 0.25
    _forgets: list[Callable[[], None]] = field(default_factory=list, init=False)
    _largest: Counter[Material] = field(default_factory=Counter, init=False)
    _begun: float = field(default_factory=time.thread_time, init=False)
    _next_look: float = field(default=0.0, init=False)

    @property
    def used(self) -> float:
        """The seconds of the processor since the allowance was made."""
        return time.thread_time() - self._begun

    def grant(self, material: Material, amount: int) -> None:
        """Add seconds for so much of a material: for the largest text or scenario, not each time that it is read."""
        self.seconds += RATES[material] * max(amount - self._largest[material], 0)
        self._largest[material] = max(amount, self._largest[material])

    def check(self) -> None:
        """Raise AllowanceSpent if the seconds are used up, or what `stop` raises."""
        now = time.monotonic()
        if now < self._next_look:
            return
        self.stop()
        left = self.seconds - self.used if self.seconds < inf else inf
        if left < 0:
            raise AllowanceSpent(self.seconds)
        # The processor's clock is slow to read, and never ahead of the other one.
        self._next_look = now + max(min(self.interval, left), min(self.interval, SHORTEST))


_current: ContextVar[Allowance | None] = ContextVar("allowance", default=None)


@contextmanager
def within(allowance: Allowance) -> Iterator[Allowance]:
    """Bound what is computed inside by this allowance, instead of one around it.

    What is kept inside for others is forgotten if an error ends the computation.
    """
    former = _current.set(allowance)
    try:
        yield allowance
    except BaseException:
        for forget in allowance._forgets:
            forget()
        raise
    finally:
        _current.reset(former)


def check() -> None:
    """Raise AllowanceSpent, or what the caller of the computation ends it with, if it must not go on."""
    allowance = _current.get()
    if allowance is not None:
        allowance.check()


def keeps(forget: Callable[[], None]) -> None:
    """Say how to forget what is kept for other computations, should this one be refused."""
    allowance = _current.get()
    if allowance is not None:
        allowance._forgets.append(forget)


def each(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items, and look at the allowance before each."""
    for item in items:
        check()
        yield item


def grant(material: Material, amount: int) -> None:
    """Add seconds to the allowance, if there is one, for so much of a material."""
    allowance = _current.get()
    if allowance is not None:
        allowance.grant(material, amount)


@contextmanager
def share(seconds: float) -> Iterator[None]:
    """Bound what is computed inside by so many seconds of the processor, and by the allowance around it."""
    around = _current.get() or Allowance()
    own = replace(around, seconds=seconds, stop=around.check, interval=min(around.interval, SHORTEST))
    with within(own):
        yield


class _Enough(Exception):
    """Something was found in the time that a person waits."""


@contextmanager
def patience(seconds: float, has_found: Callable[[], object]) -> Iterator[None]:
    """End what is computed inside, without an error, so many seconds of the clock from now if something is found."""
    ends, around = time.monotonic() + seconds, _current.get() or Allowance()

    def stop() -> None:
        around.check()
        if time.monotonic() > ends and has_found():
            raise _Enough

    with (
        suppress(_Enough),
        within(replace(around, seconds=inf, stop=stop, interval=min(around.interval, SHORTEST))),
    ):
        yield


def most_objects() -> float:
    """Return how many objects controllers may make of the workloads of one scenario."""
    allowance = _current.get()
    return inf if allowance is None else allowance.objects


def most_cells() -> float:
    """Return how many numbers a table with a column for each node may have."""
    allowance = _current.get()
    return inf if allowance is None else allowance.cells


def most_cached() -> float:
    """Return how many bytes of plugins' answers may be kept of each profile."""
    allowance = _current.get()
    return inf if allowance is None else allowance.cached
