"""Which moments of a timeline count: of those at one time the last, as the others last for no time at all."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .contract import PlayAction, Timeline


@dataclass(frozen=True, slots=True)
class Span:
    """The moments of an action: `before` is the last one of the action before, or the first of all."""

    timeline: Timeline
    action: PlayAction
    number: int

    @property
    def before(self) -> int:
        return max(self.action["first"] - 1, 0)

    @property
    def end(self) -> float:
        """The time at which the next action begins, or at which the play ends."""
        actions = self.timeline["actions"]
        following = self.number + 1
        return actions[following]["at"] if following < len(actions) else self.timeline["seconds"]

    def lasting(self) -> Iterator[int]:
        """Yield the moments of the action after which some time passes, and its last one."""
        moments, last = self.timeline["moments"], self.action["last"]
        for number in range(self.action["first"], last + 1):
            if number == last or moments[number + 1]["at"] > moments[number]["at"]:
                yield number

    def touches(self, moments: Sequence[int]) -> bool:
        """Return whether one of these moments is in the action."""
        return any(self.action["first"] <= moment <= self.action["last"] for moment in moments)

    def at(self, moment: int) -> float:
        return self.timeline["moments"][moment]["at"]


def spans(timeline: Timeline) -> list[Span]:
    """Return the span of each action."""
    return [Span(timeline, action, number) for number, action in enumerate(timeline["actions"])]


def index_at(moments: Sequence[int], moment: int) -> int:
    """Return the index of the last of the moments that is not after `moment`, -1 if all are."""
    return bisect_right(moments, moment) - 1
