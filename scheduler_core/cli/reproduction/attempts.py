"""What the scheduler is expected to do with each pod, an attempt a line, for a script that compares it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from scheduler_core.explain.view.recording import Recording

Outcome = Literal["node", "message"]


class Expected(NamedTuple):
    """An attempt: the pod, and its node with all that tie with it, or the message of its event."""

    namespace: str
    name: str
    outcome: Outcome
    answer: str
    tied: str

    def line(self) -> str:
        """Return the attempt as a line of fields with tabs between them."""
        return "\t".join(self)


def expected_attempts(recording: Recording) -> Iterator[Expected]:
    """Yield the attempts of a run in order, without pods that were not tried."""
    for event in recording.finished:
        namespace, _, name = event["pod"].partition("/")
        if event["node"]:
            tied = _tied(recording, event["cycle"]) if event["ties"] > 1 else [event["node"]]
            yield Expected(namespace, name, "node", event["node"], ",".join(tied))
        elif event["message"]:
            yield Expected(namespace, name, "message", event["message"], "-")


def _tied(recording: Recording, cycle: int) -> list[str]:
    """Return the nodes with the highest total, of which the scheduler draws one."""
    return recording.cycle(cycle).trace()["best"]
