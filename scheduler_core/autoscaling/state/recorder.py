"""What Karpenter tells while it decides: events about objects, and lines of its log."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Event:
    """An event about an object, `name` of which has its namespace."""

    kind: str
    name: str
    type: Literal["Normal", "Warning"]
    reason: str
    message: str


@dataclass(slots=True)
class Recorder:
    """Events, each once, and log lines in their order."""

    events: set[Event] = field(default_factory=set)
    log: list[str] = field(default_factory=list)

    def warn(self, kind: str, name: str, reason: str, message: str) -> None:
        self.events.add(Event(kind, name, "Warning", reason, message))

    def tell(self, kind: str, name: str, reason: str, message: str) -> None:
        self.events.add(Event(kind, name, "Normal", reason, message))

    def write(self, message: str, **values: object) -> None:
        """Add a line to the log; `_` in the names of values stands for a hyphen."""
        self.log.append(" | ".join([message, *(f"{k.replace('_', '-')}={v}" for k, v in values.items())]))
