"""The types of what the engine says about the reading of manifests."""

from __future__ import annotations

from scheduler_core.kubernetes.typeddict import TypedDict


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


class ReadKind(TypedDict):
    """Manifests of one kind that were read."""

    kind: str
    count: int


class FieldWarning(TypedDict):
    """A field that the API server would drop."""

    object: str
    """Kind, namespace and name, such as "Pod default/web-0"."""
    path: str
    message: str
    line: int | None
    """In the source, from 1; None if unknown."""


class ReadingReport(TypedDict):
    """What was read of an input, what was not, and what it lacks."""

    read: list[ReadKind]
    created_pods: int
    """The pods that workloads created."""
    unread: list[UnreadKind]
    warnings: list[FieldWarning]
    missing: list[str]
    """What to add for a run to have a result, as sentences."""
