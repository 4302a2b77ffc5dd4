"""The interface of a run for facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from scheduler_core.scheduler.cycle.contract import CycleFinished, Trace
from scheduler_core.sentences import Sentence


class OutOfTime(Exception):
    """The answer would exceed the time limit."""


class NoSuchAttempt(Exception):
    """The run has no such attempt."""


class NoRun(Exception):
    """The scenario has no run under another version; the text says why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class PodShift:
    """A pod that ends otherwise under another version: its node or state on both sides, and what causes it."""

    pod: str
    before: str
    after: str
    cause: str


class FinishedRun(Protocol):
    """A finished run. Pods are named with or without their namespace; attempt None is the last one.

    An attempt is its cycle.finished event.
    """

    def key(self, name: str) -> str:
        """Return `namespace/name` of a pod."""
        ...

    def attempt(self, pod: str, number: int | None) -> CycleFinished | None:
        """Return an attempt, None if the run has no such attempt."""
        ...

    def require_attempt(self, pod: str, number: int | None) -> CycleFinished:
        """Return an attempt; raise NoSuchAttempt."""
        ...

    def cycle_of(self, pod: str, number: int | None) -> tuple[CycleFinished, Trace]:
        """Return an attempt and its cycle's trace; raise NoSuchAttempt or OutOfTime."""
        ...

    def node_of(self, pod: str) -> str | None:
        """Return the node that the pod runs on at the end."""
        ...

    def label_of(self, node: str | None, key: str) -> str | None:
        """Return the value of a node's label, None if it lacks the label."""
        ...

    def admission(self, workload: str) -> tuple[bool, str] | None:
        """Return whether Kueue admits a workload, and what it says of it; None if it has none of that name.

        It is named by its job or by itself, with or without their namespace.
        """
        ...

    def counts(self, key: str, selector: Mapping[str, str], namespace: str) -> dict[str, int]:
        """Count the matching pods that run at the end, for each value of the node label `key`; raise OutOfTime.

        The namespace "" means any.
        """
        ...

    def shifts(self, before: str, after: str) -> Sequence[PodShift]:
        """Return the pods that end otherwise under the release `after` than under `before`.

        The release "" is that of the run. Raise NoRun or OutOfTime.
        """
        ...
