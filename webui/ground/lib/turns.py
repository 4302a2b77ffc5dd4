"""Whose work is done next: the turn goes round the networks, in each of them round its people, and so on.

The rows of unfinished work are the queue. A message of the broker only says that there is one more to do; which one is
decided when a worker takes it. So somebody who asks for a hundred waits with them, not everybody.
"""

from __future__ import annotations

import uuid
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

Whose = tuple[str, ...]  # the widest first: a network, a person there
T = TypeVar("T")

REMEMBERED = 10_000  # of those to whom a turn was given, the last


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Work that waits or is being done. The owner is the message of the worker that does it."""

    pk: uuid.UUID
    whose: Whose
    is_running: bool
    owner: str
    created: datetime
    urgent: bool = False


class Turns:
    """To whom this process gave the last turns. Each process goes round on its own; what runs it sees of all."""

    def __init__(self) -> None:
        self._given: OrderedDict[Whose, int] = OrderedDict()
        self._turn = 0

    def claim(
        self,
        unfinished: Sequence[Unfinished],
        claim: Callable[[uuid.UUID], T | None],
        *,
        sent_for: uuid.UUID,
        owner: str,
    ) -> T | None:
        """Claim work for the message `owner`, which was sent for some work; return None if nothing is left.

        What the message had begun goes on, or what it was sent for again after its worker was lost; if that was
        not lost, its lease is held. Else it is what comes next of what waits, given in the order of a queue.
        """
        running = [work for work in unfinished if work.is_running]
        begun = [work.pk for work in running if work.owner == owner]
        begun += [work.pk for work in running if work.pk == sent_for]
        for pk in begun:
            if (claimed := claim(pk)) is not None:
                return claimed
        waiting = [work for work in unfinished if not work.is_running]
        counts = Counter(prefix for work in running for prefix in _prefixes(work.whose))
        while waiting:
            work = self._next(waiting, counts)
            if (claimed := claim(work.pk)) is not None:
                self._remember(work.whose)
                return claimed
            counts.update(_prefixes(work.whose))  # another worker has it
            waiting.remove(work)
        return None

    def _next(self, waiting: Sequence[Unfinished], running: Mapping[Whose, int]) -> Unfinished:
        """Return whose has the fewest running, then got nothing here for longest, then is the first in the queue."""
        for depth in range(1, len(waiting[0].whose) + 1):
            prefixes = dict.fromkeys(work.whose[:depth] for work in waiting)
            chosen = min(prefixes, key=lambda prefix: (running.get(prefix, 0), self._given.get(prefix, 0)))
            waiting = [work for work in waiting if work.whose[:depth] == chosen]
        return waiting[0]

    def _remember(self, whose: Whose) -> None:
        self._turn += 1
        for prefix in _prefixes(whose):
            self._given[prefix] = self._turn
            self._given.move_to_end(prefix)
        while len(self._given) > REMEMBERED:
            self._given.popitem(last=False)


def _prefixes(whose: Whose) -> Iterator[Whose]:
    """Yield the network, the person in it, and so on."""
    return (whose[:depth] for depth in range(1, len(whose) + 1))
