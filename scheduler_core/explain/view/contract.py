"""A cycle for its reader: its view, and the operands of a verdict or a score."""

from __future__ import annotations

from typing import Literal, NotRequired

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cycle.contract import PassField, StatusEntry, Trace, TraceSummary
from scheduler_core.scheduler.framework.status import CodeName
from scheduler_core.scheduler.plugins import registry
from scheduler_core.scheduler.plugins.interpodaffinity.contract import AffinityLedger, AffinityLedgerColumns
from scheduler_core.scheduler.plugins.podtopologyspread.contract import SpreadLedger, SpreadLedgerColumns

from .closed import ClosedNodes

# ---- view ----


class ReasonCount(TypedDict):
    count: int
    """The number of nodes."""
    reason: str
    code: CodeName
    plugin: str


class Clause(ReasonCount):
    """A reason for which nodes were rejected, as the message of the cycle counts it."""

    nodes: list[str]


class CycleView(TypedDict):
    """A cycle with everything that a page needs to show it."""

    cycle: int
    attempt: int
    trace: Trace
    pod: str
    node_order: list[str]
    """All nodes, in visiting order; empty when no cycle took place."""
    plugins: dict[str, list[str]]
    """The plugins of the profile by extension point, in their order."""
    clauses: list[Clause]
    visited: list[str] | None
    """The nodes that the scheduler reached, in order; None when these are all of them."""
    spread: SpreadLedger | None
    affinity: AffinityLedger | None


# ---- columns ----


class NodeColumn(TypedDict):
    node: IntArray


PassColumn = TypedDict("PassColumn", {"pass": IntArray})


class PassColumns(NodeColumn, PassColumn):
    """The failing nodes that were tried beside nominated pods, and the `pass` of each."""


class FilterColumns(TypedDict):
    """What the filters answered, per node."""

    plugins: list[str]
    """The plugins that ran."""
    status: dict[str, IntArray]
    """By plugin that rejected a node, per node an index into `statuses`; 0: passed, or not called."""
    statuses: list[StatusEntry | None]
    first: IntArray
    """Per node the plugin at which the scheduler stops, an index into `plugins`; -1: it passes, or was not checked."""
    passes: PassColumns
    visited: IntArray | None
    """The nodes that the scheduler reached, in order; None when these are all of them."""


class CandidateColumns(NodeColumn):
    """The candidates of preemption, an entry for each."""

    victims: list[list[str]]
    pdbViolations: IntArray


class RejectedColumns(NodeColumn):
    """The nodes where preemption does not help, an entry for each."""

    status: IntArray
    """An index into `statuses`."""
    statuses: list[StatusEntry | None]


class PreemptionColumns(TypedDict):
    candidates: CandidateColumns
    best: IntArray
    """The candidates that tie under all rules."""
    rejected: RejectedColumns


class ClauseColumns(ReasonCount):
    """A reason for which nodes were rejected, as the message of the cycle counts it."""

    nodes: IntArray


class CycleNumbers(TypedDict):
    """What a cycle has by node: nodes are indices, and an array per feasible node is in the order of `feasible`."""

    trace: TraceSummary
    filter: FilterColumns | None
    feasible: IntArray
    """The nodes that passed, in visiting order."""
    score: dict[str, IntArray]
    """Raw scores by plugin, an entry per feasible node."""
    normalized: dict[str, IntArray]
    """Scores from 0 to 100 by plugin, an entry per feasible node."""
    total: IntArray
    """The weighted sum, an entry per feasible node."""
    best: IntArray
    """The nodes with the highest total."""
    preemption: PreemptionColumns | None


class CycleColumns(CycleNumbers):
    """A cycle as the page reads it."""

    cycle: int
    attempt: int
    pod: str
    nodes: list[str]
    """All nodes, in visiting order."""
    plugins: dict[str, list[str]]
    """The plugins of the profile by extension point, in their order."""
    clauses: list[ClauseColumns]
    closed: ClosedNodes
    operands: dict[str, FilterOperands]
    """What filter plugins compared on all nodes, by plugin; without those that had nothing to check."""
    spread: SpreadLedgerColumns | None
    affinity: AffinityLedgerColumns | None


class SkippedColumns(TypedDict):
    """A pod for which no cycle took place."""

    cycle: int
    attempt: int
    pod: str
    trace: Trace


# ---- operands ----


class StatusStep(StatusEntry):
    """The answer of a plugin that gives no operands."""

    kind: Literal["status"]


FilterStep = registry.FilterStep | StatusStep
FilterOperands = registry.FilterOperands
ScoreStep = registry.ScoreStep


class FilterExplanation(PassField):
    """The operands of a verdict. `pass` says whether nominated pods count: 0 there are none, 1 they do, 2 they do not.

    It is absent when the plugin did not look at the node; `code` is Skip then.
    """

    point: Literal["Filter"]
    plugin: str
    node: str
    pod: str
    code: CodeName
    reasons: list[str]
    steps: list[FilterStep]


NormalizeFormula = Literal[
    "none", "max", "max_reverse", "spread", "affinity", "selector_spread", "service_affinity"
]


class Normalization(TypedDict):
    """How raw scores become 0 to 100, and the range over which they do."""

    formula: NormalizeFormula
    min: int
    max: int
    all_equal: bool


class ScoreExplanation(TypedDict):
    """The operands of a score: weighted = normalized · weight. Scores are None where the plugin gave none."""

    point: Literal["Score"]
    plugin: str
    node: str
    pod: str
    raw: int | None
    normalized: int | None
    weight: int
    weighted: int | None
    normalize: NotRequired[Normalization]
    steps: list[ScoreStep]


Explanation = FilterExplanation | ScoreExplanation
