"""Why nodes stay, and which of them go, as JSON."""

from __future__ import annotations

from typing import Literal

from scheduler_core.advice.phrases import PhraseForm
from scheduler_core.advice.scaling.contract import Autoscaler, Basis, Shape
from scheduler_core.kubernetes.typeddict import TypedDict

LeavingVerdict = Literal["goes", "replaced", "stays", "unknown"]
"""unknown: it hangs on prices that are not known."""

StayingKind = Literal[
    "blocked", "disabled", "recent", "no-place", "several", "price", "spot", "unknown-type", "budget",
    "utilization", "minimum", "annotation", "pod", "other",
]  # fmt: skip
"""What keeps a node. blocked, annotation, pod: something forbids it. disabled: its NodePool. recent: it changed too
lately. no-place, several: its pods need other nodes that there are not, or several new ones. price, spot: a new node
would not be cheaper. budget: as many as may go at once. utilization, minimum: of its node group."""


class LeavingNode(TypedDict):
    """Whether an autoscaler removes a node, and why not."""

    node: str
    pool: str
    type: str
    zone: str
    capacity_type: str
    price: float | None
    """Per hour; None where prices are not known."""
    cost: float | None
    """Karpenter's cost of its disruption: the nodes with the least are looked at first. None where it is not asked."""
    verdict: LeavingVerdict
    kind: StayingKind | None
    """What keeps it; None if it goes."""
    text: str
    phrase: PhraseForm
    says: str
    """The program's own words; "" if it has none."""
    replacement: Shape | None
    """The node that comes in its place."""


class LeavingCommand(TypedDict):
    """Nodes that go at once."""

    method: str
    """Karpenter's: Emptiness, Drift, MultiNodeConsolidation, SingleNodeConsolidation."""
    nodes: list[str]
    replacements: list[Shape]
    savings: float | None
    """Per hour; None where prices are not known."""


class PoolBudget(TypedDict):
    """How many nodes of a NodePool may go now, by what makes them go: Empty, Drifted, Underutilized."""

    pool: str
    allowed: dict[str, int]


class Leaving(TypedDict):
    """Which nodes an autoscaler removes, and why the others stay. The lists grow while `searching`."""

    autoscaler: Autoscaler
    nodes: list[LeavingNode]
    commands: list[LeavingCommand]
    """One after another, as if each were carried out before the next is looked for."""
    price: float | None
    """Of its nodes per hour; None where one of them is not known."""
    savings: float | None
    """Of all commands per hour; None where prices are not known."""
    budgets: list[PoolBudget]
    basis: Basis | None
    notes: list[str]
    searching: bool
    done: int
    """The nodes that were looked at, of `total`."""
    total: int
