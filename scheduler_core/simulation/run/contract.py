"""The JSON of the events of a run log, as stored, sent and read; they are numbered where they are stored."""

from __future__ import annotations

from typing import Literal, NotRequired

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cycle.contract import CycleFinished
from scheduler_core.scheduler.framework.events import HintName
from scheduler_core.scheduler.framework.status import CodeName

QueuePart = Literal["active", "backoff", "unschedulable"]


class RunStarted(TypedDict):
    """The first event: the inputs of the run."""

    kind: Literal["run.started"]
    kubernetes_version: str
    nodes: int
    pods: list[str]
    """The waiting pods, in queue order."""
    seed: int | None
    """Chooses among nodes that tie where the version draws one; if None, the first one wins."""


class QueueCounts(TypedDict):
    """The number of pods in each part of the queue."""

    active: int
    backoff: int
    unschedulable: int


FromPart = TypedDict("FromPart", {"from": QueuePart})


class PoppedFrom(QueueCounts, FromPart):
    """The part of the queue that a pod left, and the number of pods still waiting."""

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
    """The number of nodes that a filter plugin rejected; preemption can't help on `unresolvable` ones."""

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
    """The number of nodes that PreFilter left."""
    evaluated: int
    """The number of nodes that the scheduler evaluated before it had enough."""
    feasible: int


class PostFilterCounts(TypedDict):
    candidates: int
    victims: int


class ScoreCounts(TypedDict):
    nodes: int


class TotalCounts(TypedDict):
    best: int
    """The number of nodes that tie for the highest total."""
    total_min: int
    total_max: int


class NoCounts(TypedDict):
    """Empty: nothing is counted."""


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
    """PostFilter, that is preemption, has run."""

    point: Literal["PostFilter"]
    plugins: list[PluginCode]
    counts: PostFilterCounts


class ScoreFinished(PointHead):
    """The feasible nodes have raw scores."""

    point: Literal["Score"]
    plugins: list[PluginScores]
    counts: ScoreCounts


class NormalizeScoreFinished(PointHead):
    """The scores have been normalized to 0 … 100, weighted and summed."""

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
    """A waiting pod with the hints of plugins."""

    pod: str
    hints: dict[str, HintName | None]
    """By plugin that rejected the pod; None if the plugin ignores such events."""


class MovedPod(StayedPod):
    """A waiting pod that an event requeued."""

    to: QueuePart
    ready_at: float


class NominationEvent(TypedDict):
    of_nomination: NotRequired[Literal[True]]
    """The event is not about a pod on a node: an unbound pod lost, changed or used up its nomination."""


class QueueMoved(NominationEvent):
    """A cluster event, and the hints of the plugins that rejected the waiting pods."""

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
    """A pod that is still unschedulable, and when it would be attempted again without any event."""

    pod: str
    rejectors: list[str]
    flush_at: float


class RunFinished(TypedDict):
    """The last event of a run that ended by itself."""

    kind: Literal["run.finished"]
    placed: int
    pending: int
    at: float
    waiting: list[WaitingPod]
    """The first 50."""


Event = RunStarted | CycleStarted | PointFinished | CycleFinished | QueueMoved | RunFinished
