"""A cycle as JSON: its trace, in the keys of the recorded vectors, and what it changes."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, cast

from scheduler_core.framework.assumed import TakenVolumes
from scheduler_core.framework.extender.contract import ExtenderCall
from scheduler_core.framework.status import CodeName
from scheduler_core.typeddict import OtherKeys, TypedDict

SkipReason = Literal["NotFound", "AlreadyBound", "NoProfile", "Terminating", "Gated"]
"""Why no cycle took place for a pod."""

# ---- trace ----


class StatusEntry(TypedDict):
    """What a plugin answered."""

    code: CodeName
    reasons: NotRequired[list[str]]
    """Sorted; absent when there are none."""


class PreFilterEntry(StatusEntry):
    """What a plugin answered at PreFilter."""

    nodeNames: NotRequired[list[str]]
    """The nodes to which it narrows the search."""


class ScoringEntry(TypedDict):
    """What a plugin answered at PreScore."""

    code: CodeName


class NominatedNodeTried(TypedDict):
    """The nominated node is tried before all others."""

    node: str
    fits: bool


PassField = TypedDict("PassField", {"pass": NotRequired[int]})


class FirstFailure(PassField):
    """Why a node failed: by plugin its answer.

    `first` is the plugin at which the scheduler stops. `pass` is there where nominated pods count: 1 when the node
    fails with them, 2 when it passes with them and fails without.
    """

    first: str


NodeFailures = Annotated[FirstFailure, OtherKeys(StatusEntry)]


def failure_by(failures: NodeFailures, plugin: str) -> StatusEntry:
    """The answer of a plugin that rejected the node."""
    return cast("dict[str, StatusEntry]", failures)[plugin]


class CandidateEntry(TypedDict):
    """A node on which preemption would make room."""

    victims: list[str]
    pdbViolations: int


class PostFilterSummary(TypedDict):
    """What preemption decided."""

    code: CodeName
    message: NotRequired[str]
    nominatedNode: NotRequired[str]
    """The node that is kept for the pod; "" clears its nomination."""
    victims: NotRequired[list[str]]
    """The pods that are evicted."""
    clearedNominations: NotRequired[list[str]]
    """Pods that lose their nomination to the node."""


class PostFilterEntry(PostFilterSummary):
    """What preemption decided, and among which nodes."""

    candidates: NotRequired[dict[str, CandidateEntry]]
    """By node."""
    best: NotRequired[list[str]]
    """The candidates that tie under all rules."""
    rejected: NotRequired[dict[str, StatusEntry]]
    """By node where preemption does not help."""


class PreFilterFields(TypedDict):
    """What a trace says of what comes before the filters."""

    preFilter: NotRequired[dict[str, PreFilterEntry]]
    """By plugin."""
    nominatedNodeTried: NotRequired[NominatedNodeTried]


class ScoringSummary(TypedDict):
    """What a trace says of the scores, without the scores; absent where no node was feasible."""

    preScore: NotRequired[dict[str, ScoringEntry]]
    """By plugin."""
    weights: NotRequired[dict[str, int]]
    """By plugin that scored."""
    selected: NotRequired[str]
    scoringSkippedByScheduler: NotRequired[Literal[True]]
    """One node is feasible: the scheduler takes it without scores."""
    reserve: NotRequired[StatusEntry]
    """There when Reserve failed."""


class ScoringFields(ScoringSummary):
    """What a trace says of the scores; absent where no node was feasible."""

    score: NotRequired[dict[str, dict[str, int]]]
    """Raw scores by plugin and node."""
    normalized: NotRequired[dict[str, dict[str, int]]]
    """Scores from 0 to 100, by plugin and node."""
    total: NotRequired[dict[str, int]]
    """The weighted sum by node."""
    best: NotRequired[list[str]]
    """The nodes with the highest total."""


class ExtenderCalls(TypedDict):
    extenders: NotRequired[list[ExtenderCall]]
    """What extenders were asked and answered; absent when none was asked."""


class MessageFields(ExtenderCalls):
    """What a trace says of a pod that was not placed."""

    fitError: NotRequired[str]
    """Why the pod was not placed, in the scheduler's words."""
    error: NotRequired[str]
    """The cycle ended with this error."""


class SearchFields(TypedDict):
    """What a trace says of a search that stops when it has enough nodes; absent in other traces."""

    startIndex: NotRequired[int]
    """The node at which the search started."""
    nextStartIndex: NotRequired[int]
    evaluatedNodes: NotRequired[int]


class TraceSummary(PreFilterFields, ScoringSummary, MessageFields):
    """The keys of a trace that are about the cycle as a whole: none of them has an entry per node."""

    pod: str
    profile: str
    postFilter: NotRequired[PostFilterSummary]


class Trace(PreFilterFields, ScoringFields, MessageFields, SearchFields):
    """A cycle in the keys of the recorded vectors. With `skipped` no cycle took place."""

    pod: str
    profile: NotRequired[str]
    skipped: NotRequired[SkipReason]
    preEnqueue: NotRequired[dict[str, StatusEntry]]
    """The plugin that keeps the pod out of the queue."""
    filter: NotRequired[dict[str, NodeFailures]]
    """By node that failed; absent when none did."""
    feasible: list[str] | None
    """The nodes that passed every filter; None when no cycle took place."""
    postFilter: NotRequired[PostFilterEntry]


# ---- outcomes ----


class OutcomeFields(TypedDict):
    """What an attempt changes; enough to fold a run without computing its cycles again."""

    pod: str
    node: str | None
    """The node to which the pod is bound."""
    victims: list[str]
    """The pods that are evicted."""
    nominated_node: str | None
    """None leaves the pod's nomination as it is, "" clears it."""
    cleared: list[str]
    """Pods that lose their nomination."""
    next_start_index: int | None
    """The node at which the next search starts."""
    volumes: TakenVolumes | None


class CycleFinished(OutcomeFields, ExtenderCalls):
    """What was decided for a pod."""

    kind: Literal["cycle.finished"]
    cycle: int
    attempt: int
    message: str | None
    """Why the pod was not placed, in the scheduler's words."""
    skipped: SkipReason | None
    """Why no cycle took place; None: one did."""
    ties: int
    """Nodes that tie for the highest total."""
