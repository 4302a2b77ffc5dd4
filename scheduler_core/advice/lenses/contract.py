"""The answers of the lenses as JSON."""

from __future__ import annotations

from typing import Literal

from scheduler_core.kubernetes.typeddict import TypedDict

Autoscaler = Literal["cluster-autoscaler", "karpenter"]
IgnoredReason = Literal["expendable", "daemonset", "gated", "terminating"]


class AddedNodes(TypedDict):
    """Nodes that an autoscaler adds at once, and the pods for which it does."""

    group: str
    """The node group or node pool."""
    like: str
    """The node of the input that they are like."""
    zone: str
    """"" without one."""
    size: dict[str, str]
    """What such a node offers, as quantities."""
    nodes: list[str]
    """The names that they have in this answer."""
    pods: list[str]
    """The pods that the autoscaler expects on them."""
    equal_groups: list[str]
    """Groups among which the autoscaler chooses at random, this one among them; empty without a choice."""
    gave_up: list[str]
    """The preferences that Karpenter gave up for one of the pods, as fields of its spec."""


class GroupRefusal(TypedDict):
    """Why new nodes of a group would not take pods, by the scheduler's filters."""

    group: str
    reasons: list[str]


class UnhelpedPods(TypedDict):
    """Pods of one class for which an autoscaler adds nothing."""

    pods: list[str]
    refusals: list[GroupRefusal]


class IgnoredPods(TypedDict):
    """Pending pods that an autoscaler does not look at."""

    why: IgnoredReason
    pods: list[str]


class ScaleUp(TypedDict):
    """What an autoscaler would do about the pending pods at the end of a run, and whether it would help."""

    autoscaler: Autoscaler
    approximate: Literal[True]
    assumed_groups: bool
    """Whether no node has a label of a group, so that the nodes of each shape and zone are taken for one."""
    pending: int
    added: list[AddedNodes]
    ignored: list[IgnoredPods]
    unhelped: list[UnhelpedPods]
    complete: bool
    """Whether it came to an end before the most nodes of an answer were added."""
    placed: dict[str, str]
    """The nodes of the pending pods in the larger cluster, by the scheduler's own decisions."""
    still_pending: dict[str, str]
    """The scheduler's messages for the pods that stay pending in the larger cluster."""


class Eviction(TypedDict):
    """A pod that the descheduler evicts."""

    policy: str
    pod: str
    node: str
    why: str
    """What the policy found, as a code: `skew`, `duplicate`, `utilization`, `anti-affinity`, …."""
    operands: dict[str, str | int]
    lands: str | None
    """The node on which the scheduler places its successor, None while it is pending."""
    message: str
    """The scheduler's message if it is pending, "" otherwise."""


class RefusedEviction(TypedDict):
    """A pod that a policy wants to evict, and a disruption budget keeps."""

    policy: str
    pod: str
    budget: str


class DeschedulerRound(TypedDict):
    """One round of the descheduler: all policies, then the scheduler for the successors."""

    evictions: list[Eviction]
    refused: list[RefusedEviction]


Ending = Literal["idle", "settles", "repeats", "goes-on"]
"""`repeats`: the pods of all classes are again on nodes on which they were before, so that it never ends."""


class Descheduling(TypedDict):
    """What the descheduler would do with the running pods at the end of a run, round after round."""

    approximate: Literal[True]
    policies: list[str]
    rounds: list[DeschedulerRound]
    """Those with evictions."""
    ends: Ending
    placements: dict[str, str]
    """The nodes of the evicted pods and of their successors at the end."""


class DeschedulingSummary(TypedDict):
    """What the descheduler would do after an action of a play, in short."""

    rounds: int
    ends: Ending
    evicted: int
    """Evictions in all rounds; a pod may be among them several times."""
    by_policy: dict[str, int]
    evictions: list[Eviction]
    """The first of them."""
    pending: int
    """Successors that wait for a node at the end."""
    placements: dict[str, str | None]
    """The nodes of the evicted pods' successors at the end, None while pending; empty if there are many."""


class AddedNodesSummary(TypedDict):
    """How many nodes of a group an autoscaler adds."""

    group: str
    like: str
    """The node of the input that they are like."""
    zone: str
    nodes: int


class ScaleUpSummary(TypedDict):
    """What an autoscaler would do about the pods that are pending at the end of a play, in short."""

    autoscaler: Autoscaler
    assumed_groups: bool
    pending: int
    ignored: int
    """Pending pods that it does not look at."""
    added: list[AddedNodesSummary]
    placed: int
    """Pending pods that the scheduler places in the larger cluster."""
    reasons: list[str]
    """Why new nodes would not take the pods for which it adds nothing."""
    complete: bool


class PlayLenses(TypedDict):
    """What other programs would do with what a play leaves."""

    approximate: Literal[True]
    omitted: bool
    """Whether the play has too many actions, nodes and pods for it: the lists are empty then."""
    descheduling: list[DeschedulingSummary]
    """After each action."""
    scale_ups: list[ScaleUpSummary]
    """At the end, empty if no pod is pending."""
