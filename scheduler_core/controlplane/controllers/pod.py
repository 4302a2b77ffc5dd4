"""What controllers look at of a pod."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, eq=False)
class ControlledPod:
    """A pod as its controller sees it. Times are seconds on the play's clock.

    `ready_since` is None while it is not ready. `uid` orders pods that are equal otherwise. `restarts` is the highest
    restart count of its containers.
    """

    key: str
    uid: str
    created: float
    revision: str = ""
    node: str = ""
    running: bool = False
    ready_since: float | None = None
    deleting: bool = False
    finished: bool = False
    deletion_cost: int = 0
    restarts: int = 0

    @property
    def name(self) -> str:
        return self.key.partition("/")[2]

    @property
    def active(self) -> bool:
        """Whether it is neither finished nor being deleted (IsPodActive)."""
        return not self.deleting and not self.finished

    def available(self, now: float, min_ready_seconds: float) -> bool:
        """Return whether it has been ready for long enough (IsPodAvailable)."""
        return self.ready_since is not None and self.ready_since + min_ready_seconds <= now
