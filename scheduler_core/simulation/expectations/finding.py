"""The finding of checking one fact against a run."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cycle.contract import CycleFinished

PENDING = "Pending"
NOT_ATTEMPTED = "not attempted"


class WhereFields(TypedDict):
    """The step of a run that shows whether an expectation holds."""

    pod: str
    attempt: int
    point: str
    plugin: str | None
    node: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """The step of a run that shows whether a fact holds."""

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
    """Whether the fact holds, what is actually the case, and the step that shows it (None if there is none)."""

    holds: bool
    actual: str
    where: Where | None = None


def not_met(actual: str = NOT_ATTEMPTED, where: Where | None = None) -> Finding:
    """Return the finding that the fact does not hold."""
    return Finding(holds=False, actual=actual, where=where)


def step_of(event: CycleFinished, point: str, plugin: str | None = None, node: str | None = None) -> Where:
    """Return a step of an attempt."""
    return Where(pod=event["pod"], attempt=event["attempt"], point=point, plugin=plugin, node=node)


def format_counts(values: dict[str, int]) -> str:
    """Return `zone-a=2, zone-b=1`, or `nothing` if there are no values."""
    return ", ".join(f"{key}={value}" for key, value in values.items()) or "nothing"
