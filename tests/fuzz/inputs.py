"""What all areas of inputs share: the limit of time, what is under way, and its random numbers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

MOST_SECONDS = 2.0  # of the processor for one input


class Fault(Exception):
    """What must not happen, though nothing was raised."""


@dataclass(slots=True)
class Sent:
    """The input under way, to be saved if it fails; of all inputs how often each answer came, and the slowest."""

    text: str = ""
    slowest: float = 0  # seconds of the processor
    answers: Counter[str] = field(default_factory=Counter)


sent = Sent()


@contextmanager
def timed() -> Iterator[None]:
    """Raise Fault if the processor is used for longer than an input may."""
    start = time.thread_time()
    yield
    seconds = time.thread_time() - start
    sent.slowest = max(sent.slowest, seconds)
    if seconds > MOST_SECONDS:
        raise Fault(f"took too long: {seconds:.1f} s")


def random_of(seed: int, area: str, number: int) -> Random:
    """Return the random numbers of an input, which depend on nothing but these three."""
    return Random(f"{seed}:{area}:{number}")
