"""What looking at a run found about one fact."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.cycle.contract import CycleFinished
from scheduler_core.typeddict import TypedDict

PENDING = "Pending"
NOT_TRIED = "not tried"


class WhereFields(TypedDict):
    """The step of a run that shows whether an expectation holds."""

    pod: str
    attempt: int
    point: str
    plugin: str | None
    node: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """The step of the run that shows it."""

    pod: str
    attempt: int
    point: str
    plugin: str | None = None
    node: str | None = None

    def as_json(self) -> WhereFields:
        return {
            "pod": self.pod,
            "attempt": self.attempt,
            "point": self.point,
            "plugin": self.plugin,
            "node": self.node,
        }


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether the fact holds, what is the case, and where that is seen (None: in no step)."""

    holds: bool
    actual: str
    where: Where | None = None


def missed(actual: str = NOT_TRIED, where: Where | None = None) -> Finding:
    """The fact does not hold."""
    return Finding(holds=False, actual=actual, where=where)


def place(event: CycleFinished, point: str, plugin: str | None = None, node: str | None = None) -> Where:
    """A step of an attempt."""
    return Where(pod=event["pod"], attempt=event["attempt"], point=point, plugin=plugin, node=node)


def listed(values: dict[str, int]) -> str:
    """`zone-a=2, zone-b=1`, `nothing` when there is none."""
    return ", ".join(f"{key}={value}" for key, value in values.items()) or "nothing"
