"""The JSON of InterPodAffinity: the steps of its verdicts and scores, and the ledger of its terms.

The ledger has two forms: by name, for readers of JSON, and as columns, for the page.
"""

from __future__ import annotations

from typing import Literal

from scheduler_core.kubernetes.objects.labels import LabelRequirement
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import IntArray

TermKind = Literal[
    "required affinity", "required anti-affinity", "preferred affinity", "preferred anti-affinity"
]
TermSide = Literal["incoming", "existing"]
"""Whose term it is: the incoming pod's, or that of running pods."""

# ---- steps ----


class DomainCount(TypedDict):
    """The pods that count in the node's domain for a topology key."""

    key: str
    value: str | None
    """None if the node lacks the key."""
    count: int
    pods: list[str]
    """The first 100 pods that count."""


class AffinityRequiredStep(DomainCount):
    """A required affinity term of the incoming pod."""

    kind: Literal["affinity_required"]
    index: int
    """The term's index in the pod's spec."""
    selector: str
    first_pod: bool
    """Only the pod itself matches the terms, so that it may go to any node with the keys."""
    ok: bool


class AntiAffinityRequiredStep(DomainCount):
    """A required anti-affinity term of the incoming pod."""

    kind: Literal["anti_affinity_required"]
    index: int
    """The term's index in the pod's spec."""
    selector: str
    ok: bool


class ExistingAntiAffinityStep(DomainCount):
    """A required anti-affinity term of running pods that matches the incoming pod."""

    kind: Literal["existing_anti_affinity"]
    selector: str
    ok: bool


class AffinityScoreStep(TypedDict):
    """A term's part of the raw score: points = count · weight."""

    kind: Literal["affinity_score"]
    key: str
    value: str
    """The node's domain."""
    side: TermSide
    kind_of_term: TermKind
    selector: str
    weight: int
    """Negative for anti-affinity."""
    count: int
    points: int
    pods: list[str]
    """The first 100 pods that count."""


AffinityFilterStep = AffinityRequiredStep | AntiAffinityRequiredStep | ExistingAntiAffinityStep


# ---- ledger, by name ----


class DescribedTerm(TypedDict):
    side: TermSide
    kind: TermKind
    index: int
    """The term's index among those of its kind in the spec."""
    topology_key: str
    selector: str
    requirements: list[LabelRequirement] | None
    """The selector's requirements; None for an absent selector, which matches nothing."""
    weight: int | None
    """Negative for anti-affinity; None for a required term."""


class TermScope(TypedDict):
    """The namespaces that a term covers, as the spec states them."""

    namespaces: str
    """The names and the selector as text."""
    namespace_names: list[str]
    namespace_selector: str | None
    own_namespace: bool
    """Whether it is only the pod's own namespace."""


class TermDomain(TypedDict):
    value: str
    count: int


class TermPodFacts(TypedDict):
    """The running pods of a term: those that an incoming term matches, or those that have an existing term."""

    count: int
    off_domain: int
    """How many of them are on nodes without the topology key."""
    more_domains: int
    """The number of domains that are not listed."""
    pods: list[str]
    """The first 100."""
    holders: list[str]
    """One pod of each class."""


class TermPods(TermPodFacts):
    """The running pods of a term, by domain."""

    domains: list[TermDomain]
    """At most 200, those with the most pods first."""


class ClauseOnPod(TypedDict):
    """A requirement of a selector, compared with the incoming pod's labels."""

    actual: str | None
    ok: bool


class TermCheck(TypedDict):
    """A running pod's term, compared with the incoming pod requirement by requirement."""

    namespace: str
    in_scope: bool
    listed: bool
    """Whether the term lists the namespace by name."""
    clauses: list[ClauseOnPod]


class IncomingTermFields(DescribedTerm, TermScope):
    """A term of the incoming pod with the running pods that it matches."""

    scope: list[str] | None
    """The namespaces that it covers; None for all."""
    points: int | None
    """The points per matching pod; None for a term without points."""
    matches_incoming: None


class ExistingTermFields(DescribedTerm, TermScope):
    """A term of running pods with the pods that have it."""

    scope: None
    points: int | None
    """The points per pod with the term; None for a term without points."""
    matches_incoming: bool
    check: TermCheck


class IncomingTerm(IncomingTermFields, TermPods):
    """A term of the incoming pod with the running pods that it matches."""


class ExistingTerm(ExistingTermFields, TermPods):
    """A term of running pods with the pods that have it."""


class TermOnClass(TypedDict):
    """A term of the incoming pod, compared with a class of running pods."""

    in_scope: bool
    clauses: list[bool]
    ok: bool


class RunningClass(TypedDict):
    """Running pods with the same namespace and the same values of the labels that the terms select on."""

    namespace: str
    labels: dict[str, str]
    count: int
    pods: list[str]
    """The first 100."""
    cells: list[TermOnClass]
    """One for each term of the incoming pod, in the order of the ledger."""


class PairCount(TypedDict):
    """The pods that count for a term at a (topology key, value)."""

    key: str
    value: str
    count: int
    selector: str
    index: int
    pods: list[str]
    """The first 100."""


class PairScore(TypedDict):
    """Points for a (topology key, value): an entry of topologyScore."""

    key: str
    value: str
    score: int


class AffinityHeatmap(TypedDict):
    """Points by feasible node (rows) and topology key (columns)."""

    keys: list[str]
    nodes: list[str]
    cells: list[list[int]]


class AffinityFacts(TypedDict):
    """The parts of the ledger that concern the cycle as a whole."""

    classes: list[RunningClass]
    """At most 100, those that match most terms first."""
    hard_pod_affinity_weight: int
    matches_itself: bool
    first_pod_exception: bool
    """Only the pod itself matches the required terms, so that it may go to any node with the keys."""


class AffinityLedger(AffinityFacts):
    """The terms of a cycle in both directions, and their counts."""

    terms: list[IncomingTerm | ExistingTerm]
    """The incoming pod's first, then at most 200 of running pods, matching ones first."""
    affinity_counts: list[PairCount]
    anti_affinity_counts: list[PairCount]
    existing_anti_affinity_counts: list[PairCount]
    scores: list[PairScore]
    heatmap: AffinityHeatmap


# ---- ledger, as columns ----


class TermDomainColumns(TypedDict):
    value: list[str]
    count: IntArray


class TermPodColumns(TermPodFacts):
    """The running pods of a term, by domain."""

    domains: TermDomainColumns
    """At most 200, those with the most pods first."""


class IncomingTermColumns(IncomingTermFields, TermPodColumns):
    """A term of the incoming pod with the running pods that it matches."""


class ExistingTermColumns(ExistingTermFields, TermPodColumns):
    """A term of running pods with the pods that have it."""


class CountedTerm(TypedDict):
    """A term of a table of counts."""

    key: str
    selector: str
    index: int


class PairCountColumns(TypedDict):
    """The pods that count for a term at a (topology key, value), one entry per pair."""

    terms: list[CountedTerm]
    term: IntArray
    """A position in `terms`."""
    value: list[str]
    count: IntArray
    pods: list[list[str]]
    """The first 100 per pair."""


class PairScoreColumns(TypedDict):
    """Points for a (topology key, value), one entry per pair."""

    keys: list[str]
    key: IntArray
    """A position in `keys`."""
    value: list[str]
    score: IntArray


class AffinityHeatmapColumns(TypedDict):
    """Points by topology key, with one entry per feasible node."""

    keys: list[str]
    cells: list[IntArray]


class AffinityLedgerColumns(AffinityFacts):
    """The terms of a cycle in both directions, and their counts."""

    terms: list[IncomingTermColumns | ExistingTermColumns]
    """The incoming pod's first, then at most 200 of running pods, matching ones first."""
    affinity_counts: PairCountColumns
    anti_affinity_counts: PairCountColumns
    existing_anti_affinity_counts: PairCountColumns
    scores: PairScoreColumns
    heatmap: AffinityHeatmapColumns
