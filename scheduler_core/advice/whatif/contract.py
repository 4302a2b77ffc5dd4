"""What it would take to place a pod, as JSON."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from scheduler_core.advice.phrases import PhraseForm
from scheduler_core.advice.scaling.contract import NewNodeAnswer
from scheduler_core.kubernetes.typeddict import TypedDict

from .change import CostKind
from .fitting import FittingNodes, Topology
from .risks import RepairRisk
from .standing import Standing


class Note(TypedDict):
    text: str
    phrase: PhraseForm


class AtomicChange(TypedDict):
    """One change of a repair."""

    text: str
    phrase: NotRequired[PhraseForm]
    """What the text says; absent in answers of former versions."""
    kind: CostKind
    cost: float
    notes: NotRequired[list[Note]]
    """What to know before it is made: what a taint keeps away, how large a pool may grow."""


class RepairOperation(TypedDict):
    """An edit of the source that a repair makes; the fields are those of an operation on a draft."""

    op: Literal["set", "add", "remove", "delete", "copy", "create", "uncordon"]
    object: str
    path: list[str | int]
    value: Any


class RelocatedPod(TypedDict):
    """A pod that the run with the repair leaves on another node; None: on none."""

    pod: str
    before: str | None
    after: str | None


class RunEffects(TypedDict):
    """What the rest of the run does with a repair."""

    placed: int
    """The pods that have a node at the end, the pod itself among them."""
    pods: int
    evicted: int
    """Pods that ran before the first cycle and have no node at the end."""
    moved: list[RelocatedPod]
    """Pods whose place is another one, without the pod itself; at most 200."""
    moved_count: int
    gained: NotRequired[int]
    """The pods of the pod's workload that the run leaves pending, and that have a node with the repair."""
    waiting: NotRequired[int]
    """The pods of the pod's workload that the run leaves pending; this and the next are absent in former answers."""
    displaced: NotRequired[int]
    """Other pods that have a node in the run, and lose it or get another with the repair."""
    stranded: NotRequired[int]
    """Those of them that have no node at the end; absent in former answers."""
    broken: list[str]
    """Expectations that held and fail with the repair."""


class Repair(TypedDict):
    """A minimal set of changes after which the pod has a node."""

    changes: list[str]
    risk: NotRequired[RepairRisk]
    """The greatest of its changes and of its run; this and the next are absent in answers of former versions."""
    risk_reason: NotRequired[Note]
    cost: float
    verified: bool
    """A cycle with the changes finds a node and, where the whole run was made, the pod is placed at its end."""
    node: str
    effects: list[str]
    """What else the changes do, in sentences; empty if nothing, or if the run was not made."""
    patch: str
    """Commands, one a line."""
    atoms: list[AtomicChange]
    operations: list[RepairOperation]
    diff: str
    """The manifests that change, as a unified difference."""
    run: NotRequired[RunEffects]
    """Absent where the rest of the run was not made."""
    expectations: NotRequired[str]
    """What the repaired scenario fulfils, as a document of expectations; absent where the run was not made."""
    alternatives: NotRequired[list[list[AtomicChange]]]
    """What does the same in place of what differs: a node of the same size in another zone."""
    fits: NotRequired[FittingNodes]
    """The nodes that take the pod with the changes; absent in answers of former versions."""


class TransientRepair(TypedDict):
    """A set of changes with which the pod gets a node in its cycle, and has none at the end of the run."""

    changes: list[str]
    atoms: list[AtomicChange]
    cost: float
    node: str
    """The node that takes the pod in its cycle."""
    text: str
    """Why it does not last."""
    phrase: PhraseForm


class CauseFact(TypedDict):
    """A fact of the pod, the cluster or the configuration that has a part in the rejection."""

    text: str
    phrase: NotRequired[PhraseForm]
    """What the text says; absent in answers of former versions."""
    of: Literal["pod", "cluster", "configuration"]
    plugin: str
    rejected: int
    """The number of nodes that refuse the pod for it."""
    gained: int
    """The number of nodes that would take the pod without it."""


class RequestStep(TypedDict):
    """With a request of at most this amount (in the engine's unit), so many nodes take the pod."""

    amount: int
    nodes: int


class RequestSteps(TypedDict):
    """How many nodes take the pod by what it requests of a resource, all else unchanged."""

    resource: str
    request: int
    besides: list[str]
    """Resources of which the pod must request less too: with their present requests no node has room."""
    steps: list[RequestStep]
    """The largest amount first; at most 24."""


class RoomPair(TypedDict):
    """Amounts that some node has free together, in the order of the resources, and how many nodes have as much."""

    amounts: list[int]
    nodes: int


class FreeRoom(TypedDict):
    """What nodes that refuse the pod for cpu or memory alone have free of both."""

    resources: list[str]
    request: list[int]
    """What the pod asks for, and so what a new node must have free at least."""
    pairs: list[RoomPair]
    """Those of which no node has more of both, the most cpu first; at most 24."""


class OutsideCause(TypedDict):
    """A cause that is not the scheduler's."""

    text: str
    phrase: NotRequired[PhraseForm]
    """Absent for messages of the scheduler and of the API server."""
    certain: bool


class WhatIf(TypedDict):
    """What it would take to place a pod.

    `causes` are minimal sets of facts: with one of these sets alone the pod is rejected, without any one fact of it
    some node fits. All of them must be broken.
    """

    pod: str
    target: str | None
    """The node that the pod is to get; None: any."""
    placed: str | None
    """The node that it has without any change."""
    message: str
    """The scheduler's message, empty if the pod has a node."""
    causes: list[list[str]]
    facts: list[CauseFact]
    outside: list[OutsideCause]
    requests: NotRequired[list[RequestSteps]]
    """Which requests fit on how many nodes, by resource; this and the next three are absent in former answers."""
    room: NotRequired[FreeRoom | None]
    """Absent in answers of former versions; None where cpu and memory are not what is short, or not both asked for."""
    topology: NotRequired[Topology | None]
    """All nodes, by the domains in which those that fit are counted."""
    fits: NotRequired[FittingNodes | None]
    """The nodes that take the pod without any change."""
    standing: NotRequired[Standing | None]
    """How the target fares without any change; None without a target."""
    new_nodes: NotRequired[list[NewNodeAnswer]]
    """Of each autoscaler, why no new node came; empty without one, and absent in answers of former versions."""
    repairs: list[Repair]
    transient: NotRequired[list[TransientRepair]]
    """What helps in the cycle alone; absent in answers of former versions."""
    complete: bool
    """Whether all sets up to `most_changes` were searched; otherwise none is proven to be minimal in number."""
    searching: bool
    """Whether more repairs may come, and the effects of those that are here."""
    most_changes: int
    attempts: int
    """The cycles that were tried."""
    sets: NotRequired[int]
    """The sets of changes that were tried; this and the next are absent in answers of former versions."""
    expected_sets: NotRequired[int]
    """Those to be tried in all, as far as is known."""
    costs: dict[CostKind, float]
