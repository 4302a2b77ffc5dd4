"""What a fact may ask of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from scheduler_core.cycle.contract import CycleFinished, Trace


class OutOfTime(Exception):
    """The answer would take longer than there is time for."""


class NotTried(Exception):
    """The run has no such attempt."""


class Shown(Protocol):
    """A finished run. Pods are named with or without their namespace; attempt None is the last one.

    An attempt is its cycle.finished event.
    """

    def key(self, name: str) -> str:
        """Return `namespace/name` of a pod."""
        ...

    def attempt(self, pod: str, number: int | None) -> CycleFinished | None:
        """Return an attempt, None when the run has no such attempt."""
        ...

    def tried(self, pod: str, number: int | None) -> CycleFinished:
        """Return an attempt; raises NotTried."""
        ...

    def look(self, pod: str, number: int | None) -> tuple[CycleFinished, Trace]:
        """Return an attempt and its cycle's trace; raises NotTried, OutOfTime."""
        ...

    def node_of(self, pod: str) -> str | None:
        """Return the node on which the pod runs at the end."""
        ...

    def label_of(self, node: str | None, key: str) -> str | None:
        """Return the value of a node's label, None without it."""
        ...

    def counts(self, key: str, selector: Mapping[str, str], namespace: str) -> dict[str, int]:
        """Count the pods that match and run at the end, for each value of the node label `key`; raises OutOfTime.

        The namespace "" is any.
        """
        ...
