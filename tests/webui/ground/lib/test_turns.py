"""Whose work is next, among networks and the people of each."""

from __future__ import annotations

import uuid
from collections import Counter
from datetime import UTC, datetime

from webui.ground.lib.turns import Turns, Unfinished


class Queue:
    """Work that workers take one after another, and end."""

    def __init__(self, *people: str) -> None:
        self.turns = Turns()
        self.work: list[Unfinished] = []
        for whose in people:
            self.ask(whose)

    def ask(self, whose: str) -> None:
        """Add work of `network/person`."""
        path = tuple(whose.split("/"))
        self.work.append(Unfinished(uuid.uuid4(), path, False, "", datetime.now(UTC)))

    def take(self, count: int, *, ends: bool = True) -> list[str]:
        """Claim so many; return whose they are, in order."""
        return ["/".join(self._take(ends=ends).whose) for _ in range(count)]

    def _take(self, *, ends: bool) -> Unfinished:
        waiting = {work.pk: work for work in self.work if not work.is_running}
        taken = self.turns.claim(self.work, waiting.get, sent_for=uuid.uuid4(), owner="message")
        assert taken is not None
        self.work.remove(taken)
        if not ends:
            self.work.append(Unfinished(taken.pk, taken.whose, True, "another message", taken.created))
        return taken


def test_a_thousand_people_of_one_network_have_the_share_of_one() -> None:
    queue = Queue(*(f"crowd/{number}" for number in range(1000)), *["home/ann"] * 20)
    taken = queue.take(40)
    assert Counter(whose.partition("/")[0] for whose in taken) == {"crowd": 20, "home": 20}


def test_whoever_comes_later_is_next() -> None:
    queue = Queue(*(f"crowd/{number}" for number in range(100)))
    queue.take(10)
    queue.ask("home/ann")
    assert queue.take(1) == ["home/ann"]


def test_the_people_of_a_network_take_turns() -> None:
    queue = Queue(*["office/ann"] * 9, "office/bob", "office/cy")
    assert queue.take(4) == ["office/ann", "office/bob", "office/cy", "office/ann"]


def test_what_runs_counts_more_than_who_was_first() -> None:
    queue = Queue("a/ann", "a/ann", "b/bob", "b/bob")
    queue.take(1, ends=False)
    assert queue.take(2) == ["b/bob", "b/bob"], "of a one runs all the time"


def test_what_another_worker_has_taken_counts_as_running() -> None:
    queue = Queue("a/ann", "a/ann", "b/bob")
    lost = queue.work[0].pk
    waiting = {work.pk: work for work in queue.work if work.pk != lost}
    taken = queue.turns.claim(queue.work, waiting.get, sent_for=lost, owner="message")
    assert taken is not None
    assert taken.whose == ("b", "bob")
