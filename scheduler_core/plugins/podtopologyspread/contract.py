"""What PodTopologySpread hands out: the steps of its verdicts and scores, and the ledger of its constraints.

The ledger is there twice: by name, for readers of JSON, and as columns, for the page.
"""

from __future__ import annotations

from typing import Literal, final

from scheduler_core.cluster.columns import BoolArray, FloatArray, IntArray
from scheduler_core.objects.labels import LabelRequirement
from scheduler_core.typeddict import TypedDict

# ---- steps ----


class SpreadMissingLabelStep(TypedDict):
    """The node lacks the topology key of a constraint."""

    kind: Literal["spread_missing_label"]
    constraint: int
    """The place of the constraint among those that filter."""
    key: str
    ok: bool


class SpreadSkewStep(TypedDict):
    """A constraint on this node: skew = matching + self_match − minimum, at most max_skew."""

    kind: Literal["spread_skew"]
    constraint: int
    """The place of the constraint among those that filter."""
    key: str
    value: str
    """The node's domain."""
    matching: int
    """The pods that count in the domain."""
    self_match: int
    """1 when the incoming pod matches the constraint's selector."""
    minimum: int
    """The smallest count of all domains; 0 when `forced_zero`."""
    forced_zero: bool
    """There are fewer domains than minDomains."""
    held_by: list[str]
    """The domains with the smallest count."""
    skew: int
    max_skew: int
    pods: list[str]
    """Pods that count, the first 100."""
    ok: bool


class SpreadIgnoredStep(TypedDict):
    """The node is not scored: it lacks the topology keys of some constraints."""

    kind: Literal["spread_ignored"]
    keys: list[str]


class SpreadScoreStep(TypedDict):
    """A constraint's part of the raw score: points = count · weight + max_skew − 1."""

    kind: Literal["spread_score"]
    constraint: int
    """The place of the constraint among those that score."""
    key: str
    value: str
    """The node's domain."""
    count: int
    size: int
    """The number of domains."""
    weight: float
    """ln(size + 2)."""
    max_skew: int
    points: float


SpreadFilterStep = SpreadMissingLabelStep | SpreadSkewStep
SpreadScoringStep = SpreadIgnoredStep | SpreadScoreStep


# ---- ledger, by name ----


class SpreadConstraint(TypedDict):
    """A constraint as the scheduler reads it."""

    index: int
    """Its place among the constraints of its kind."""
    topology_key: str
    max_skew: int
    when_unsatisfiable: str
    selector: str
    requirements: list[LabelRequirement] | None
    """The clauses of the selector; None for an absent one, which matches nothing."""
    namespace: str
    origin: Literal["pod", "default"]
    """Written in the pod, or a default constraint of the profile."""
    min_domains: int | None
    node_affinity_policy: str
    node_taints_policy: str


class SpreadMinimum(TypedDict):
    """The global minimum of a constraint."""

    value: int
    """0 when `forced_zero`, otherwise the smallest count."""
    smallest: int | None
    """The smallest count; None without domains."""
    held_by: list[str]
    """The domains with the smallest count."""
    domains: int
    forced_zero: bool
    """There are fewer domains than minDomains."""


class HardSpreadDomain(TypedDict):
    """A domain of a constraint that filters."""

    value: str
    count: int
    nodes: list[str]
    """The nodes whose pods count."""
    skew: int
    """What the skew would be with the incoming pod."""
    headroom: int
    """So many more pods could count before the incoming pod no longer fits."""
    fits: bool
    pods: list[str]
    """Pods that count, the first 100."""


class SoftSpreadDomain(TypedDict):
    """A domain of a constraint that scores."""

    value: str
    count: int
    points: float
    nodes: list[str]
    """The nodes whose pods count."""
    pods: list[str]
    """Pods that count, the first 100."""


SpreadRule = Literal["missing label", "nodeAffinityPolicy: Honor", "nodeTaintsPolicy: Honor"]
"""What leaves a node out of the domains of a constraint."""


class UncountedNode(TypedDict):
    """A node whose pods a constraint does not count, and the rule that leaves it out."""

    node: str
    rule: SpreadRule


@final
class HardSpreadConstraint(SpreadConstraint):
    """A DoNotSchedule constraint with what PreFilter counted."""

    self_match: int
    """1 when the incoming pod matches the selector."""
    minimum: SpreadMinimum
    domains: list[HardSpreadDomain]
    not_counted: list[UncountedNode]


@final
class SoftSpreadConstraint(SpreadConstraint):
    """A ScheduleAnyway constraint with what PreScore counted."""

    self_match: int
    """1 when the incoming pod matches the selector."""
    size: int
    """The number of domains."""
    weight: float
    """ln(size + 2)."""
    domains: list[SoftSpreadDomain]
    not_counted: list[UncountedNode]


class SpreadLedger(TypedDict):
    """The constraints of a cycle with their domains, in the order in which they are checked."""

    filter: list[HardSpreadConstraint]
    score: list[SoftSpreadConstraint]


# ---- ledger, as columns ----


class SpreadMinimumColumns(TypedDict):
    """The global minimum of a constraint."""

    value: int
    """0 when `forced_zero`, otherwise the smallest count."""
    smallest: int | None
    """The smallest count; None without domains."""
    held_by: IntArray
    """The positions of the domains with the smallest count."""
    domains: int
    forced_zero: bool
    """There are fewer domains than minDomains."""


class SpreadDomainColumns(TypedDict):
    """The domains of a constraint, an entry for each."""

    value: list[str]
    of_node: IntArray
    """Per node the position of its domain; -1 where it counts in none."""
    pods: list[list[str]]
    """Pods that count, the first 100 of each domain."""
    count: IntArray


class HardSpreadDomainColumns(SpreadDomainColumns):
    skew: IntArray
    """What the skew would be with the incoming pod."""
    headroom: IntArray
    """So many more pods could count before the incoming pod no longer fits."""
    fits: BoolArray


class SoftSpreadDomainColumns(SpreadDomainColumns):
    points: FloatArray


class UncountedNodeColumns(TypedDict):
    """Per node the rule that leaves it out."""

    rule: IntArray
    """An index into `rules`; 0 where the node counts."""
    rules: list[str]


@final
class HardSpreadColumns(SpreadConstraint):
    """A DoNotSchedule constraint with what PreFilter counted."""

    self_match: int
    """1 when the incoming pod matches the selector."""
    minimum: SpreadMinimumColumns
    domains: HardSpreadDomainColumns
    not_counted: UncountedNodeColumns


@final
class SoftSpreadColumns(SpreadConstraint):
    """A ScheduleAnyway constraint with what PreScore counted."""

    self_match: int
    """1 when the incoming pod matches the selector."""
    size: int
    """The number of domains."""
    weight: float
    """ln(size + 2)."""
    domains: SoftSpreadDomainColumns
    not_counted: UncountedNodeColumns


class SpreadLedgerColumns(TypedDict):
    """The constraints of a cycle with their domains, in the order in which they are checked."""

    filter: list[HardSpreadColumns]
    score: list[SoftSpreadColumns]
