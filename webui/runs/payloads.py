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


class Queue(TypedDict):
    priority: int
    waiting: int


class CycleStarted(Numbered):
    kind: Literal["cycle.started"]
    cycle: int
    pod: str
    attempt: int
    profile: str | None
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


class RunFinished(Numbered):
    kind: Literal["run.finished"]
    placed: int
    pending: int


class RunFailed(Numbered):
    kind: Literal["run.failed"]
    message: str


Event = RunStarted | CycleStarted | PointFinished | CycleFinished | RunFinished | RunFailed
