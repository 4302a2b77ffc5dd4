"""What InterPodAffinity hands out: the steps of its verdicts and scores, and the ledger of its terms.

The ledger is there twice: by name, for readers of JSON, and as columns, for the page.
"""

from __future__ import annotations

from typing import Literal

from scheduler_core.cluster.columns import IntArray
from scheduler_core.objects.labels import LabelRequirement
from scheduler_core.typeddict import TypedDict

TermKind = Literal[
    "required affinity", "required anti-affinity", "preferred affinity", "preferred anti-affinity"
]
TermSide = Literal["incoming", "existing"]
"""Whose term it is: the incoming pod's, or that of pods that run."""

# ---- steps ----


class DomainCount(TypedDict):
    """The pods that count in the node's domain of a topology key."""

    key: str
    value: str | None
    """None: the node lacks the key."""
    count: int
    pods: list[str]
    """Pods that count, the first 100."""


class AffinityRequiredStep(DomainCount):
    """A required affinity term of the incoming pod."""

    kind: Literal["affinity_required"]
    index: int
    """The place of the term in the pod's spec."""
    selector: str
    first_pod: bool
    """Nobody matches the terms but the pod itself, so that it may go to any node with the keys."""
    ok: bool


class AntiAffinityRequiredStep(DomainCount):
    """A required anti-affinity term of the incoming pod."""

    kind: Literal["anti_affinity_required"]
    index: int
    """The place of the term in the pod's spec."""
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
    """Below 0 for anti-affinity."""
    count: int
    points: int
    pods: list[str]
    """Pods that count, the first 100."""


AffinityFilterStep = AffinityRequiredStep | AntiAffinityRequiredStep | ExistingAntiAffinityStep


# ---- ledger, by name ----


class DescribedTerm(TypedDict):
    side: TermSide
    kind: TermKind
    index: int
    """The place of the term among those of its kind in the spec."""
    topology_key: str
    selector: str
    requirements: list[LabelRequirement] | None
    """The clauses of the selector; None for an absent one, which matches nothing."""
    weight: int | None
    """Below 0 for anti-affinity; None for a required term."""


class TermScope(TypedDict):
    """Where a term looks for pods, as it was written."""

    namespaces: str
    """The names and the selector in words."""
    namespace_names: list[str]
    namespace_selector: str | None
    own_namespace: bool
    """Only the pod's own namespace."""


class TermDomain(TypedDict):
    value: str
    count: int


class TermPodFacts(TypedDict):
    """The running pods of a term: those that it matches, or for an existing term those that have it."""

    count: int
    off_domain: int
    """So many of them are on nodes without the topology key."""
    more_domains: int
    """So many domains are not listed."""
    pods: list[str]
    """The first 100."""
    holders: list[str]
    """One pod of each class."""


class TermPods(TermPodFacts):
    """The running pods of a term, by domain."""

    domains: list[TermDomain]
    """The fullest first, at most 200."""


class ClauseOnPod(TypedDict):
    """A clause of a selector on the incoming pod's labels."""

    actual: str | None
    ok: bool


class TermCheck(TypedDict):
    """A running pod's term, clause by clause on the incoming pod."""

    namespace: str
    in_scope: bool
    listed: bool
    """The namespace is named, not selected."""
    clauses: list[ClauseOnPod]


class IncomingTermFields(DescribedTerm, TermScope):
    """A term of the incoming pod with the running pods that it matches."""

    scope: list[str] | None
    """The namespaces in which it looks; None: all of them."""
    points: int | None
    """What each matching pod gives; None for a term that gives none."""
    matches_incoming: None


class ExistingTermFields(DescribedTerm, TermScope):
    """A term of running pods with the pods that have it."""

    scope: None
    points: int | None
    """What each pod with the term gives; None for a term that gives none."""
    matches_incoming: bool
    check: TermCheck


class IncomingTerm(IncomingTermFields, TermPods):
    """A term of the incoming pod with the running pods that it matches."""


class ExistingTerm(ExistingTermFields, TermPods):
    """A term of running pods with the pods that have it."""


class TermOnClass(TypedDict):
    """What a term of the incoming pod says of a class of running pods."""

    in_scope: bool
    clauses: list[bool]
    ok: bool


class RunningClass(TypedDict):
    """Running pods that are alike in namespace and in the labels at which the terms look."""

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
    """What the ledger says of the cycle as a whole."""

    classes: list[RunningClass]
    """At most 100, those that match the most terms first."""
    hard_pod_affinity_weight: int
    matches_itself: bool
    first_pod_exception: bool
    """Nobody matches the required terms but the pod itself, so that it may go to any node with the keys."""


class AffinityLedger(AffinityFacts):
    """The terms of a cycle in both directions, and what was counted for them."""

    terms: list[IncomingTerm | ExistingTerm]
    """The incoming pod's first; of those of running pods at most 200, the ones that match first."""
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
    """The fullest first, at most 200."""


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
    """The pods that count for a term at a (topology key, value), an entry for each pair."""

    terms: list[CountedTerm]
    term: IntArray
    """A position in `terms`."""
    value: list[str]
    count: IntArray
    pods: list[list[str]]
    """The first 100 of each pair."""


class PairScoreColumns(TypedDict):
    """Points for a (topology key, value), an entry for each pair."""

    keys: list[str]
    key: IntArray
    """A position in `keys`."""
    value: list[str]
    score: IntArray


class AffinityHeatmapColumns(TypedDict):
    """Points by topology key, each with an entry per feasible node."""

    keys: list[str]
    cells: list[IntArray]


class AffinityLedgerColumns(AffinityFacts):
    """The terms of a cycle in both directions, and what was counted for them."""

    terms: list[IncomingTermColumns | ExistingTermColumns]
    """The incoming pod's first; of those of running pods at most 200, the ones that match first."""
    affinity_counts: PairCountColumns
    anti_affinity_counts: PairCountColumns
    existing_anti_affinity_counts: PairCountColumns
    scores: PairScoreColumns
    heatmap: AffinityHeatmapColumns
