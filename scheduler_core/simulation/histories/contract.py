"""The JSON of a history that was played."""

from __future__ import annotations

from typing import Literal

from scheduler_core.kubernetes.typeddict import TypedDict

SkipReason = Literal[
    "no-name",
    "repeated-pod",
    "repeated-node",
    "no-creation-time",
    "scheduled-before-creation",
    "no-lifetime",
]
ResourceName = Literal["cpu", "memory", "gpu"]


class SkippedRow(TypedDict):
    line: int
    name: str


class SkippedRows(TypedDict):
    """Rows of a table that were left out for one reason."""

    reason: SkipReason
    table: str
    count: int
    rows: list[SkippedRow]
    """The first 20."""


class Waits(TypedDict):
    """Waiting times from creation to placement, in seconds, of the pods that were placed."""

    pods: int
    mean: float
    median: float
    p95: float
    max: float


class PodSeries(TypedDict):
    """The pods over time, per interval."""

    running: list[float]
    """The mean."""
    pending: list[int]
    """The most at a time."""


class ResourceSeries(TypedDict):
    """A resource over time: means per interval, as shares of what all nodes have."""

    requested: list[float]
    unusable: list[float]
    """Free, but not for a pod of the trace drawn at random from those that ask for the resource."""


class HistoryMeans(TypedDict):
    """The means of a resource over the whole time, and the most that was requested."""

    requested: float
    peak: float
    unusable: float


class AgainstRecorded(TypedDict):
    """The pods that were placed in the recording and here, by when: within a second counts as the same."""

    earlier: int
    same: int
    later: int
    only_recorded: int
    """Placed in the recording alone."""
    only_here: int


class HistoryRun(TypedDict):
    """What one configuration made of the trace."""

    configuration: str
    placed: int
    gone_unplaced: int
    """Deleted while they waited."""
    pending: int
    """Still waiting at the end."""
    attempts: int
    asked_gpus: int
    """Placements of pods that ask for GPUs."""
    without_device: int
    """Those among them for which no single GPUs of the node had room, although its sum had."""
    waits: Waits | None
    means: dict[ResourceName, HistoryMeans]
    resources: dict[ResourceName, ResourceSeries]
    pods: PodSeries
    against_recorded: AgainstRecorded
    placed_at: list[float | None]
    """By pod of the history, in seconds."""
    nodes: list[str | None]
    """By pod of the history."""


class RecordedTimes(TypedDict):
    """What the trace itself says: pods and waits."""

    placed: int
    waits: Waits | None
    pods: PodSeries


class HistoryPods(TypedDict):
    """The pods in the order of their creation, as columns; moments in seconds since the first creation."""

    name: list[str]
    created: list[float]
    scheduled: list[float | None]
    """As recorded."""


class History(TypedDict):
    """A trace that was played, once per configuration."""

    kubernetes_version: str
    nodes: int
    gpus: int
    capacity: dict[ResourceName, int]
    """Thousandths of a core, MiB, thousandths of a GPU; without GPUs there is no entry for them."""
    span: float
    """Seconds from the first to the last moment."""
    interval: float
    """Seconds of each entry of a series."""
    classes: int
    """The distinct demands of pods."""
    skipped: list[SkippedRows]
    columns_not_read: list[str]
    pods: HistoryPods
    recorded: RecordedTimes | None
    """None if the trace has no scheduled times."""
    runs: list[HistoryRun]
