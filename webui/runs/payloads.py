"""The events of a run log, as they are kept, announced and read. Shared by worker, API and socket."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict


class Numbered(TypedDict):
    seq: int  # from 1, without gaps; a column of its own in the database


class RunStarted(Numbered):
    kind: Literal["run.started"]
    kubernetes_version: str
    nodes: int
    pods: list[str]
    seed: int | None


# A pod left one of the queue's parts; so many wait in each.
Queue = TypedDict(
    "Queue",
    {
        "priority": int,
        "from": Literal["active", "backoff"],
        "active": int,
        "backoff": int,
        "unschedulable": int,
    },
)


class CycleStarted(Numbered):
    kind: Literal["cycle.started"]
    cycle: int
    pod: str
    attempt: int
    profile: str | None
    at: float  # seconds on the simulation's clock
    queue: Queue


class PointFinished(Numbered):
    kind: Literal["point.finished"]
    cycle: int
    point: str
    plugins: list[dict[str, Any]]  # what a plugin says differs by point
    counts: dict[str, int]


class CycleFinished(Numbered):
    """Also carries what the engine needs to replay later cycles; that part is its own business."""

    kind: Literal["cycle.finished"]
    cycle: int
    pod: str
    node: str | None
    message: str | None
    skipped: str | None
    nominated_node: NotRequired[str | None]
    victims: NotRequired[list[str]]
    ties: NotRequired[int]


class Stayed(TypedDict):
    pod: str
    hints: dict[str, Literal["Queue", "QueueSkip"] | None]  # None: not registered for such events


class Moved(Stayed):
    to: Literal["active", "backoff"]
    ready_at: float


class QueueMoved(Numbered):
    """Something happened in the cluster, and the plugins that rejected the waiting pods were asked about it."""

    kind: Literal["queue.moved"]
    at: float
    event: str
    about: str | None
    moved: list[Moved]
    stayed: list[Stayed]  # the first of them
    stayed_count: int


class Waiting(TypedDict):
    pod: str
    rejectors: list[str]
    flush_at: float


class RunFinished(Numbered):
    kind: Literal["run.finished"]
    placed: int
    pending: int
    at: float
    waiting: list[Waiting]  # the first of them


class RunFailed(Numbered):
    kind: Literal["run.failed"]
    message: str


class RunCancelled(Numbered):
    """Its holder stopped it; the cycles before are as they are."""

    kind: Literal["run.cancelled"]


Event = (
    RunStarted
    | CycleStarted
    | PointFinished
    | CycleFinished
    | QueueMoved
    | RunFinished
    | RunFailed
    | RunCancelled
)
