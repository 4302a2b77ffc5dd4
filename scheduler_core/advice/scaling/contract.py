"""Why no new node came, or which one would, as JSON."""

from __future__ import annotations

from typing import Literal

from scheduler_core.advice.phrases import PhraseForm
from scheduler_core.kubernetes.typeddict import TypedDict

Autoscaler = Literal["karpenter", "cluster-autoscaler"]

ClauseKind = Literal[
    "not-ready", "deleting", "static", "types", "limit", "taint", "label", "zone", "volume", "port", "topology",
    "size", "offering", "min-values", "reserved", "unknown", "order", "maximum", "backoff", "filter",
]  # fmt: skip
"""What keeps a NodePool or node group from a node for a pod.

not-ready, deleting, static: it makes no nodes for pods. types: its requirements leave no instance type. limit: its
limits. taint, label, zone, volume, port, topology: a rule. size, offering, min-values, reserved: of its instance types
none is left. unknown: the input does not say which instance types it has. order: another one comes first. maximum,
backoff, filter: of a node group, its largest size, a scale-up that failed, and the scheduler's filters.
"""

RowVerdict = Literal["makes", "may", "no", "unasked"]


class Shape(TypedDict):
    """A node that an autoscaler makes."""

    pool: str
    """The NodePool or node group."""
    type: str
    """The instance type that costs least of those that may come; "" where the input does not say."""
    zone: str
    capacity_type: str
    price: float | None
    """Per hour; None where prices are not known."""
    size: dict[str, str]
    """What it offers to pods, as quantities, without what DaemonSets take."""
    choices: int
    """How many instance types the cloud may choose from."""


class PoolRow(TypedDict):
    """What a NodePool or node group says of a pod."""

    pool: str
    weight: int | None
    verdict: RowVerdict
    clause: ClauseKind | None
    """The first that excludes it; None if it makes a node."""
    text: str
    phrase: PhraseForm
    says: str
    """The program's own words; "" if it has none."""
    alone: bool
    """Whether nothing else keeps it from a node."""
    shape: Shape | None
    """The node that it makes, or would make without what keeps it from that."""


class ThenScheduled(TypedDict):
    """What the scheduler does when the nodes are there."""

    node: str | None
    message: str
    """Its message if the pod stays pending, "" otherwise."""


class Loop(TypedDict):
    """A pod that an autoscaler expects on a node that refuses it for ever."""

    node: str
    autoscaler: str
    """What it says."""
    scheduler: list[str]
    """Why the node refuses the pod."""


class Basis(TypedDict):
    """What an answer about instance types rests on."""

    seen: list[str]
    """Instance types of nodes in the input."""
    given: int
    """How many were given in a file."""
    priced: bool


NewNodeVerdict = Literal["makes", "expects", "none", "may", "ignored"]


class NewNode(TypedDict):
    """Why no new node came for a pod, or which one would."""

    autoscaler: Autoscaler
    pod: str
    verdict: NewNodeVerdict
    """makes: a node, the `shape`. expects: the pod on a node that is there. may: types are not known."""
    text: str
    phrase: PhraseForm
    rows: list[PoolRow]
    """In the order in which they are asked."""
    shape: Shape | None
    node: str
    """The node on which the pod is expected, under a name of this answer if it is new; "" for none."""
    beside: list[str]
    """Other pods for the same new node."""
    scheduled: ThenScheduled | None
    """None where no node comes."""
    loop: Loop | None
    ties: list[str]
    """Choices that the autoscaler may make otherwise, since they are equal."""
    basis: Basis | None
    notes: list[str]
    """What is assumed where the input lacks it."""


class MadeNode(Shape):
    """A node that an autoscaler makes, and its pods."""

    name: str
    pods: list[str]


class ScaleUp(TypedDict):
    """What an autoscaler does about all pending pods, and whether it helps."""

    autoscaler: Autoscaler
    pending: int
    nodes: list[MadeNode]
    price: float | None
    """Of all new nodes per hour; None where one of them is not known."""
    placed: dict[str, str]
    """The nodes that the scheduler then gives to pending pods."""
    left: list[NewNode]
    """Of each class of pods that stay pending, the answer for its first."""
    complete: bool
    """Whether it came to an end before an answer had as many nodes as it may."""
    basis: Basis | None
    notes: list[str]
