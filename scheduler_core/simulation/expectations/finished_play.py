"""The interface of a play for facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from scheduler_core.sentences import Sentence


class NoSuchStep(Exception):
    """The play has no such step; the text says which it has."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Spread:
    """The pods of a workload by domain of a constraint's topology key, with their skew."""

    key: str
    max_skew: int
    skew: int
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Progress:
    """Whether a workload has become what it is to be, and why not: a cause and the scheduler's message, or ""."""

    finishes: bool
    cause: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Availability:
    """The fewest available pods of a workload, and for how many seconds there were fewer than a number."""

    lowest: int
    seconds: float


class FinishedPlay(Protocol):
    """A play to its end. A workload is named `web`, `shop/web` or `StatefulSet shop/db`.

    Steps are named by their kind (the last one of it) or their number from 1; "" is the end of the play. All methods
    raise NoSuchStep.
    """

    def has_workload(self, workload: str) -> bool: ...

    def spreads(self, workload: str, after: str) -> Sequence[Spread]:
        """Return the spread over each constraint of a workload after a step."""
        ...

    def progress(self, workload: str, after: str) -> Progress:
        """Return whether a workload has come to an end after a step."""
        ...

    def availability(self, workload: str, least: int, during: str) -> Availability:
        """Return the fewest available pods during a step, "" for all of them, and how long it was below `least`."""
        ...

    def counts(self, key: str, selector: Mapping[str, str], namespace: str, after: str) -> dict[str, int]:
        """Count the matching pods after a step, for each value of the node label `key`; "" is any namespace."""
        ...

    def domains(self, workload: str, key: str) -> Sequence[int]:
        """Return the pods of a workload at the end, by value of the node label `key`, in the order of the values."""
        ...
