"""The JSON of PodTopologySpread: the steps of its verdicts and scores, and the ledger of its constraints.

The ledger has two forms: by name, for readers of JSON, and as columns, for the page.
"""

from __future__ import annotations

from typing import Literal, final

from scheduler_core.kubernetes.objects.labels import LabelRequirement
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import BoolArray, FloatArray, IntArray

# ---- steps ----


class SpreadMissingLabelStep(TypedDict):
    """The node lacks the topology key of a constraint."""

    kind: Literal["spread_missing_label"]
    constraint: int
    """The constraint's index among those that filter."""
    key: str
    ok: bool


class SpreadSkewStep(TypedDict):
    """A constraint on this node: skew = matching + self_match − minimum, at most max_skew."""

    kind: Literal["spread_skew"]
    constraint: int
    """The constraint's index among those that filter."""
    key: str
    value: str
    """The node's domain."""
    matching: int
    """The number of pods that count in the domain."""
    self_match: int
    """1 if the incoming pod matches the constraint's selector, else 0."""
    minimum: int
    """The smallest count of all domains; 0 if `forced_zero`."""
    forced_zero: bool
    """Whether there are fewer domains than minDomains."""
    held_by: list[str]
    """The domains with the smallest count."""
    skew: int
    max_skew: int
    pods: list[str]
    """The first 100 pods that count."""
    ok: bool


class SpreadIgnoredStep(TypedDict):
    """The node is not scored because it lacks topology keys."""

    kind: Literal["spread_ignored"]
    keys: list[str]


class SpreadScoreStep(TypedDict):
    """A constraint's part of the raw score: points = count · weight + max_skew − 1."""

    kind: Literal["spread_score"]
    constraint: int
    """The constraint's index among those that score."""
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
    """Its index among the constraints of its kind."""
    topology_key: str
    max_skew: int
    when_unsatisfiable: str
    selector: str
    requirements: list[LabelRequirement] | None
    """The selector's requirements; None for an absent selector, which matches nothing."""
    namespace: str
    origin: Literal["pod", "default"]
    """Whether the constraint is in the pod's spec or a default of the profile."""
    min_domains: int | None
    node_affinity_policy: str
    node_taints_policy: str


class SpreadMinimum(TypedDict):
    """The global minimum of a constraint."""

    value: int
    """0 if `forced_zero`, otherwise the smallest count."""
    smallest: int | None
    """The smallest count; None if there are no domains."""
    held_by: list[str]
    """The domains with the smallest count."""
    domains: int
    forced_zero: bool
    """Whether there are fewer domains than minDomains."""


class HardSpreadDomain(TypedDict):
    """A domain of a constraint that filters."""

    value: str
    count: int
    nodes: list[str]
    """The nodes whose pods count."""
    skew: int
    """The skew with the incoming pod."""
    headroom: int
    """How many more pods may count before the incoming pod no longer fits."""
    fits: bool
    pods: list[str]
    """The first 100 pods that count."""


class SoftSpreadDomain(TypedDict):
    """A domain of a constraint that scores."""

    value: str
    count: int
    points: float
    nodes: list[str]
    """The nodes whose pods count."""
    pods: list[str]
    """The first 100 pods that count."""


SpreadRule = Literal["missing label", "nodeAffinityPolicy: Honor", "nodeTaintsPolicy: Honor"]
"""The rule that excludes a node from the domains of a constraint."""


class UncountedNode(TypedDict):
    """A node whose pods a constraint does not count, and the rule that excludes it."""

    node: str
    rule: SpreadRule


@final
class HardSpreadConstraint(SpreadConstraint):
    """A DoNotSchedule constraint with the counts of PreFilter."""

    self_match: int
    """1 if the incoming pod matches the selector, else 0."""
    minimum: SpreadMinimum
    domains: list[HardSpreadDomain]
    not_counted: list[UncountedNode]


@final
class SoftSpreadConstraint(SpreadConstraint):
    """A ScheduleAnyway constraint with the counts of PreScore."""

    self_match: int
    """1 if the incoming pod matches the selector, else 0."""
    size: int
    """The number of domains."""
    weight: float
    """ln(size + 2)."""
    domains: list[SoftSpreadDomain]
    not_counted: list[UncountedNode]


class SpreadLedger(TypedDict):
    """The constraints of a cycle with their domains, in the order of checking."""

    filter: list[HardSpreadConstraint]
    score: list[SoftSpreadConstraint]


# ---- ledger, as columns ----


class SpreadMinimumColumns(TypedDict):
    """The global minimum of a constraint."""

    value: int
    """0 if `forced_zero`, otherwise the smallest count."""
    smallest: int | None
    """The smallest count; None if there are no domains."""
    held_by: IntArray
    """The positions of the domains with the smallest count."""
    domains: int
    forced_zero: bool
    """Whether there are fewer domains than minDomains."""


class SpreadDomainColumns(TypedDict):
    """The domains of a constraint, one entry each."""

    value: list[str]
    of_node: IntArray
    """Per node the position of its domain, -1 if it counts in none."""
    pods: list[list[str]]
    """The first 100 pods that count, per domain."""
    count: IntArray


class HardSpreadDomainColumns(SpreadDomainColumns):
    skew: IntArray
    """The skew with the incoming pod."""
    headroom: IntArray
    """How many more pods may count before the incoming pod no longer fits."""
    fits: BoolArray


class SoftSpreadDomainColumns(SpreadDomainColumns):
    points: FloatArray


class UncountedNodeColumns(TypedDict):
    """Per node the rule that excludes it."""

    rule: IntArray
    """An index into `rules`, 0 if the node counts."""
    rules: list[str]


@final
class HardSpreadColumns(SpreadConstraint):
    """A DoNotSchedule constraint with the counts of PreFilter."""

    self_match: int
    """1 if the incoming pod matches the selector, else 0."""
    minimum: SpreadMinimumColumns
    domains: HardSpreadDomainColumns
    not_counted: UncountedNodeColumns


@final
class SoftSpreadColumns(SpreadConstraint):
    """A ScheduleAnyway constraint with the counts of PreScore."""

    self_match: int
    """1 if the incoming pod matches the selector, else 0."""
    size: int
    """The number of domains."""
    weight: float
    """ln(size + 2)."""
    domains: SoftSpreadDomainColumns
    not_counted: UncountedNodeColumns


class SpreadLedgerColumns(TypedDict):
    """The constraints of a cycle with their domains, in the order of checking."""

    filter: list[HardSpreadColumns]
    score: list[SoftSpreadColumns]
