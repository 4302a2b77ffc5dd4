"""Count the work between two looks at the allowance, in lines of the engine: the same on every machine."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import scheduler_core
from scheduler_core import Allowance, within

ENGINE = str(Path(scheduler_core.__file__).parent)
_ALLOWANCE = "allowance.py"


@dataclass
class Stretch:
    """The longest stretch of lines without a look: from one place, the last that looked, to the next one."""

    lines: int = 0
    since: str = "the beginning"
    until: str = "the end"

    def __str__(self) -> str:
        return f"{self.lines:,} lines from {self.since} to {self.until}"


class _Enough(BaseException):
    """So many looks have been made that the rest would tell nothing new."""


def longest_stretch(compute: Callable[[], object], most_looks: int) -> Stretch:
    """Return the longest stretch of those that are counted before so many looks, without lines outside the engine.

    Counting takes time: of the stretches between the same two places, the first, second, fourth, eighth … are counted.
    They are known from computing before, which also makes what is made once in a process.
    """
    places, counted = _looks(compute, most_looks, frozenset())
    longest = counted
    for _ in range(3):
        former = places
        between = Counter[tuple[str, str]]()
        chosen = set()
        for i, pair in enumerate(pairwise((*former, "the end"))):
            between[pair] += 1
            if between[pair].bit_count() == 1:
                chosen.add(i)
        places, longest = _looks(compute, most_looks, chosen)
        if places == former:
            break
    return longest


def _looks(compute: Callable[[], object], most: int, chosen: Collection[int]) -> tuple[list[str], Stretch]:
    """Return the places that look, and the longest of the chosen stretches, which are numbered."""
    places, longest, current = ["the beginning"], Stretch(), Stretch()

    def trace(frame: FrameType, _event: str, _value: object) -> Any:
        current.lines += 1
        return trace if frame.f_code.co_filename.startswith(ENGINE) else None

    def look() -> None:
        nonlocal current
        sys.settrace(None)
        frame = sys._getframe(1)
        end(_place(frame))
        current = Stretch(since=places[-1])
        if len(places) > most:
            raise _Enough
        if len(places) - 1 in chosen:
            _trace_from(frame, trace)

    def end(place: str) -> None:
        nonlocal longest
        current.until = place
        places.append(place)
        if current.lines > longest.lines:
            longest = current

    with suppress(_Enough), within(Allowance(stop=look, interval=0)):
        if 0 in chosen:
            sys.settrace(trace)
        try:
            compute()
            sys.settrace(None)
            end("the end")
        finally:
            sys.settrace(None)
    return places, longest


def _trace_from(frame: FrameType | None, trace: Any) -> None:
    """Trace what is called from here on, and the rest of the engine's functions that run now."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(ENGINE):
            frame.f_trace = trace
        frame = frame.f_back
    sys.settrace(trace)


def _place(frame: FrameType | None) -> str:
    """Return the place in the engine that looked."""
    while frame is not None and frame.f_code.co_filename.endswith(_ALLOWANCE):
        frame = frame.f_back
    if frame is None:
        return "?"
    name = frame.f_code.co_filename.removeprefix(f"{ENGINE}/")
    return f"{name}:{frame.f_lineno} ({frame.f_code.co_name})"
