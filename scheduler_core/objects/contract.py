"""The types of what the engine says about the reading of manifests."""

from __future__ import annotations

from scheduler_core.typeddict import TypedDict


class UnreadKind(TypedDict):
    """Manifests of one kind that were not read."""

    kind: str
    apiVersion: str
    """Empty if the manifests have none."""
    count: int
    effect: str
    """What they could change for the scheduler, in a phrase."""
    matters: bool
    """They could change the result of a run."""
