"""The events of a run log, as they are kept, announced and read; whoever keeps them numbers them."""

from __future__ import annotations

from typing import Literal

from scheduler_core.cycle.contract import CycleFinished
from scheduler_core.framework.events import HintName
from scheduler_core.framework.status import CodeName
from scheduler_core.typeddict import TypedDict

QueuePart = Literal["active", "backoff", "unschedulable"]


class RunStarted(TypedDict):
    """The first event: what is run."""

    kind: Literal["run.started"]
    kubernetes_version: str
    nodes: int
    pods: list[str]
    """The pods that wait, in queue order."""
    seed: int | None
    """Chooses among nodes that tie; None: the first of them wins."""


class QueueCounts(TypedDict):
    """How many pods are in each part of the queue."""

    active: int
    backoff: int
    unschedulable: int


FromPart = TypedDict("FromPart", {"from": QueuePart})


class PoppedFrom(QueueCounts, FromPart):
    """The part of the queue that a pod left, and how many wait behind it."""

    priority: int


class CycleStarted(TypedDict):
    """A pod left the queue."""

    kind: Literal["cycle.started"]
    cycle: int
    pod: str
    attempt: int
    profile: str | None
    at: float
    """Seconds on the simulation's clock."""
    queue: PoppedFrom


# ---- extension points ----


class PluginCode(TypedDict):
    plugin: str
    code: CodeName


class PluginRejections(TypedDict):
    """So many nodes were stopped by a filter plugin; no preemption helps where it is unresolvable."""

    plugin: str
    rejected: int
    unresolvable: int


class PluginScores(TypedDict):
    """The range of a plugin's scores."""

    plugin: str
    min: int
    max: int


class WeightedScores(PluginScores):
    weight: int


class PreCounts(TypedDict):
    ran: int
    skipped: int


class FilterCounts(TypedDict):
    nodes: int
    """Nodes that PreFilter left."""
    evaluated: int
    """Nodes that the scheduler looked at before it had enough."""
    feasible: int


class PostFilterCounts(TypedDict):
    candidates: int
    victims: int


class ScoreCounts(TypedDict):
    nodes: int


class TotalCounts(TypedDict):
    best: int
    """Nodes that tie for the highest total."""
    total_min: int
    total_max: int


class NoCounts(TypedDict):
    """Nothing is counted."""


class PointHead(TypedDict):
    kind: Literal["point.finished"]
    cycle: int


class PrePointFinished(PointHead):
    """PreFilter or PreScore has run."""

    point: Literal["PreFilter", "PreScore"]
    plugins: list[PluginCode]
    counts: PreCounts


class FilterFinished(PointHead):
    """Filter has run on all nodes; the counts are those of the scheduler, which stops earlier."""

    point: Literal["Filter"]
    plugins: list[PluginRejections]
    counts: FilterCounts


class PostFilterFinished(PointHead):
    """Preemption has been tried."""

    point: Literal["PostFilter"]
    plugins: list[PluginCode]
    counts: PostFilterCounts


class ScoreFinished(PointHead):
    """The feasible nodes have raw scores."""

    point: Literal["Score"]
    plugins: list[PluginScores]
    counts: ScoreCounts


class NormalizeScoreFinished(PointHead):
    """The scores were brought to 0 to 100, weighted and added."""

    point: Literal["NormalizeScore"]
    plugins: list[WeightedScores]
    counts: TotalCounts


class BindingPointFinished(PointHead):
    """A step of the binding cycle has run."""

    point: Literal["Reserve", "Permit", "PreBind", "Bind"]
    plugins: list[PluginCode]
    counts: NoCounts


PointFinished = (
    PrePointFinished
    | FilterFinished
    | PostFilterFinished
    | ScoreFinished
    | NormalizeScoreFinished
    | BindingPointFinished
)


# ---- the queue, and the end ----


class StayedPod(TypedDict):
    """A waiting pod about which plugins were asked."""

    pod: str
    hints: dict[str, HintName | None]
    """By plugin that rejected the pod; None: the plugin is not interested in such events."""


class MovedPod(StayedPod):
    """A waiting pod that an event brought back."""

    to: QueuePart
    ready_at: float


class QueueMoved(TypedDict):
    """Something happened in the cluster, and the plugins that rejected the waiting pods were asked about it."""

    kind: Literal["queue.moved"]
    at: float
    event: str
    about: str | None
    """The pod that came or left."""
    moved: list[MovedPod]
    stayed: list[StayedPod]
    """The first 50."""
    stayed_count: int


class WaitingPod(TypedDict):
    """A pod that is still unschedulable, and when it would be tried again though nothing happens."""

    pod: str
    rejectors: list[str]
    flush_at: float


class RunFinished(TypedDict):
    """The last event of a run that came to its end."""

    kind: Literal["run.finished"]
    placed: int
    pending: int
    at: float
    waiting: list[WaitingPod]
    """The first 50."""


Event = RunStarted | CycleStarted | PointFinished | CycleFinished | QueueMoved | RunFinished
