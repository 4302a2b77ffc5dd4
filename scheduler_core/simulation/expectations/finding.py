"""The finding of checking one fact against a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cycle.contract import CycleFinished
from scheduler_core.sentences import Sentence, verbatim, worded

PENDING = "Pending"
NOT_ATTEMPTED = worded("not attempted")


class Phrase(TypedDict):
    """A sentence for readers of any language: its template in English, and operands, some of them phrases too."""

    template: str
    operands: dict[str, str | Phrase]


def phrase(sentence: Sentence) -> Phrase:
    """Return a sentence as the answers have it."""
    return {
        "template": sentence.template,
        "operands": {
            name: phrase(value) if isinstance(value, Sentence) else str(value)
            for name, value in sentence.operands.items()
        },
    }


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
    actual: Sentence
    where: Where | None = None


def not_met(actual: Sentence = NOT_ATTEMPTED, where: Where | None = None) -> Finding:
    """Return the finding that the fact does not hold."""
    return Finding(holds=False, actual=actual, where=where)


def step_of(event: CycleFinished, point: str, plugin: str | None = None, node: str | None = None) -> Where:
    """Return a step of an attempt."""
    return Where(pod=event["pod"], attempt=event["attempt"], point=point, plugin=plugin, node=node)


def because(said: Sentence, reason: str) -> Sentence:
    """Return a sentence with the reason after it, which Kubernetes gives and may be empty."""
    return worded("{said}: {reason}", said=said, reason=reason) if reason else said


def format_counts(values: Mapping[str, int]) -> Sentence:
    """Return `zone-a=2, zone-b=1`, or `nothing` if there are no values."""
    if not values:
        return worded("nothing")
    return verbatim(", ".join(f"{key}={value}" for key, value in values.items()))
