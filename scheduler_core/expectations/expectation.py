"""An expectation: a fact, and how it is to be checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from scheduler_core.objects.parsing import Manifest

from .finding import Finding
from .shown import Shown


class Fact(Protocol):
    """Something that a run shows or not. `str()` is its short form."""

    def check(self, run: Shown) -> Finding:
        """What the run shows; raises NotTried when it has no such attempt, and OutOfTime."""
        ...


@dataclass(frozen=True, slots=True)
class SameWinner:
    """The pod ends on the same node whatever the seed; the seeds are those of the expectation."""

    pod: str

    def __str__(self) -> str:
        return f"{self.pod} on one node"

    def check(self, run: Shown) -> Finding:
        event = run.attempt(self.pod, None)
        node = event["node"] if event else run.node_of(self.pod)
        return Finding(node is not None, node or "Pending")


@dataclass(frozen=True, slots=True)
class Expectation:
    """`written` is the entry as it stands in the scenario.

    With `seeds` the fact holds with each of so many seeds as well; with `without` it does not hold when this field
    is taken from the spec of all pods ("config": from the scenario).
    """

    fact: Fact
    written: Manifest
    seeds: int = 0
    without: str = ""

    def __str__(self) -> str:
        seeds = f" with each of {self.seeds} seeds" if self.seeds else ""
        return f"{self.fact}{seeds}" + (f", not without {self.without}" if self.without else "")
