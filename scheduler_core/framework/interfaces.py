"""The extension points, as protocols. Each works on all nodes at once.

Mirrors staging/src/k8s.io/kube-scheduler/framework/interface.go @ v1.34.1. `rows` selects nodes of the snapshot:
an index array, or `slice(None)` for all of them; `feasible` is the index array of the nodes that passed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Protocol, TypeAlias, TypeGuard, TypeVar, runtime_checkable

from scheduler_core.cluster.columns import IntArray
from scheduler_core.objects.pod import Pod, PodTemplate

from .cycle_state import CycleState
from .status import SUCCESS, Status, Verdicts

Rows: TypeAlias = IntArray | slice
ALL: slice = slice(None)

MAX_NODE_SCORE = 100


P = TypeVar("P")

_KNOWN: dict[tuple[type, type], bool] = {}


def implements(plugin: object, protocol: type[P]) -> TypeGuard[P]:
    """isinstance(plugin, protocol), asked once per class: the check of a protocol is slow."""
    key = (type(plugin), protocol)
    if key not in _KNOWN:
        _KNOWN[key] = isinstance(plugin, protocol)
    return _KNOWN[key]


class Locality(Enum):
    """What an answer depends on, besides the pod's class.

    A plugin that says nothing is taken to depend on the whole cluster. It says so by `pre_filter_locality`,
    `filter_locality`, `pre_score_locality` and `score_locality`: a Locality, or a function of the pod's class that
    gives one. A plugin with a local score normalizes by the scores alone, equal ones to equal ones.
    """

    NODE = auto()
    """Nothing that changes in a run: a node's own fields, the objects listed."""
    NODE_PODS = auto()
    """The node and the pods on it."""
    CLUSTER = auto()
    """Pods on other nodes, or the incoming pod's name."""


def locality(plugin: object, point: str, template: PodTemplate) -> Locality:
    """What the plugin's answers at `pre_filter`, `filter`, `pre_score` or `score` depend on."""
    declared = getattr(plugin, f"{point}_locality", Locality.CLUSTER)
    found: Locality = declared(template) if callable(declared) else declared
    return found


class Plugin(Protocol):
    """Every plugin has upstream's name."""

    name: str


@runtime_checkable
class PreEnqueuePlugin(Plugin, Protocol):
    """Asked before a pod enters the active queue."""

    def pre_enqueue(self, pod: Pod) -> Status: ...


@runtime_checkable
class QueueSortPlugin(Plugin, Protocol):
    """Orders the active queue."""

    def sort_key(self, pod: Pod, timestamp: float) -> tuple[float, ...]: ...


@dataclass(frozen=True, slots=True)
class PreFilterResult:
    """`node_names` narrows the search to these nodes; None leaves all."""

    status: Status = SUCCESS
    node_names: frozenset[str] | None = None


@runtime_checkable
class PreFilterPlugin(Plugin, Protocol):
    """Counts what Filter needs, once a cycle."""

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult: ...


@runtime_checkable
class PreFilterExtensions(Plugin, Protocol):
    """Keeps the state of PreFilter true while pods are added and removed to see what would happen."""

    def add_pod(self, state: CycleState, pod: Pod, added: Pod, node: int) -> None: ...

    def remove_pod(self, state: CycleState, pod: Pod, removed: Pod, node: int) -> None: ...


@runtime_checkable
class FilterPlugin(Plugin, Protocol):
    """Says which nodes can't run the pod."""

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts: ...


@dataclass(frozen=True, slots=True)
class Candidate:
    """A node where preemption would help, with the pods it would cost, the most important first."""

    node: int
    victims: tuple[Pod, ...]
    pdb_violations: int


@dataclass(slots=True)
class PostFilterResult:
    """What PostFilter found. `nominated_node` None leaves a nomination as it is, "" clears it.

    `best` are the nodes among which the choice was free, `deleted` the victims that are to be deleted, `cleared`
    the pods that lost their nomination.
    """

    status: Status
    nominated_node: str | None = None
    candidates: list[Candidate] = field(default_factory=list)
    best: list[int] = field(default_factory=list)
    deleted: list[Pod] = field(default_factory=list)
    rejected: dict[int, Status] = field(default_factory=dict)
    cleared: list[str] = field(default_factory=list)
    ran: bool = False


@runtime_checkable
class PostFilterPlugin(Plugin, Protocol):
    """Called when no node is feasible, with the status of each node that failed."""

    def post_filter(self, state: CycleState, pod: Pod, statuses: dict[int, Status]) -> PostFilterResult: ...


@runtime_checkable
class PreScorePlugin(Plugin, Protocol):
    """Counts what Score needs, once a cycle."""

    def pre_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> Status: ...


@runtime_checkable
class ScorePlugin(Plugin, Protocol):
    """Raw points per feasible node, in the plugin's own unit. Shape (len(feasible),)."""

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray: ...


@runtime_checkable
class NormalizeScore(Protocol):
    """Turns raw points into 0 to 100."""

    def normalize_score(self, state: CycleState, pod: Pod, scores: IntArray) -> IntArray: ...


@runtime_checkable
class ReservePlugin(Plugin, Protocol):
    """Takes what the pod needs on its node, or says that it is gone."""

    def reserve(self, state: CycleState, pod: Pod, node: int) -> Status: ...

    def unreserve(self, state: CycleState, pod: Pod, node: int) -> None: ...


@runtime_checkable
class PermitPlugin(Plugin, Protocol):
    """May hold the pod back before it is bound."""

    def permit(self, state: CycleState, pod: Pod, node: int) -> Status: ...


@runtime_checkable
class PreBindPlugin(Plugin, Protocol):
    """Work that must be done before binding."""

    def pre_bind(self, state: CycleState, pod: Pod, node: int) -> Status: ...


@runtime_checkable
class BindPlugin(Plugin, Protocol):
    """Binds the pod, or says Skip so that the next one does."""

    def bind(self, state: CycleState, pod: Pod, node: int) -> Status: ...


@runtime_checkable
class PostBindPlugin(Plugin, Protocol):
    """Told after binding."""

    def post_bind(self, state: CycleState, pod: Pod, node: int) -> None: ...
