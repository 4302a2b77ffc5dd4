"""The extension points as protocols. Each call covers many nodes at once.

Mirrors staging/src/k8s.io/kube-scheduler/framework/interface.go @ v1.34.1. `rows` selects nodes of the snapshot:
an index array, or `ALL`; `feasible` is the index array of the nodes that passed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Protocol, TypeAlias, TypeGuard, TypeVar, runtime_checkable

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cluster.columns import IntArray

from .cycle_state import CycleState
from .status import SUCCESS, Status, Verdicts

Rows: TypeAlias = IntArray | slice
ALL: slice = slice(None)

MAX_NODE_SCORE = 100


P = TypeVar("P")

_IMPLEMENTS: dict[tuple[type, type], bool] = {}


def implements(plugin: object, protocol: type[P]) -> TypeGuard[P]:
    """Return isinstance(plugin, protocol), cached per class because checking a protocol is slow."""
    key = (type(plugin), protocol)
    if key not in _IMPLEMENTS:
        _IMPLEMENTS[key] = isinstance(plugin, protocol)
    return _IMPLEMENTS[key]


class Locality(Enum):
    """What an answer depends on, besides the pod's class.

    A plugin declares it as `pre_filter_locality`, `filter_locality`, `pre_score_locality` and `score_locality`: a
    Locality, or a function of the pod's class that returns one. The default is CLUSTER. A plugin with a local score
    must normalize by the scores alone, equal scores to equal ones.
    """

    NODE = auto()
    """Only what never changes in a run: a node's own fields, the listed objects."""
    NODE_PODS = auto()
    """The node and the pods on it."""
    CLUSTER = auto()
    """Pods on other nodes, or the incoming pod's name."""


def locality(plugin: object, point: str, template: PodTemplate) -> Locality:
    """Return what the plugin's answers at `pre_filter`, `filter`, `pre_score` or `score` depend on."""
    declared = getattr(plugin, f"{point}_locality", Locality.CLUSTER)
    answer: Locality = declared(template) if callable(declared) else declared
    return answer


class Plugin(Protocol):
    """Any plugin; `name` is upstream's.

    A plugin that cannot do without the state of PreFilter or PreScore declares the error with which its later points
    end if the profile does not run that point: `missing_pre_filter` and `missing_pre_score`.
    """

    name: str


def missing_state_error(plugin: object, point: str) -> str:
    """Return the plugin's error if `pre_filter` or `pre_score` did not run, "" if it can do without."""
    error: str = getattr(plugin, f"missing_{point}", "")
    return error


@runtime_checkable
class PreEnqueuePlugin(Plugin, Protocol):
    """Admits a pod to the active queue, or holds it back."""

    def pre_enqueue(self, pod: Pod) -> Status: ...


@runtime_checkable
class QueueSortPlugin(Plugin, Protocol):
    """Orders the active queue."""

    def sort_key(self, pod: Pod, timestamp: float) -> tuple[float, ...]: ...


@dataclass(frozen=True, slots=True)
class PreFilterResult:
    """The answer of PreFilter. `node_names` restricts the search to these nodes; None does not restrict it."""

    status: Status = SUCCESS
    node_names: frozenset[str] | None = None


@runtime_checkable
class PreFilterPlugin(Plugin, Protocol):
    """Precomputes what Filter needs, once per cycle."""

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult: ...


@runtime_checkable
class PreFilterExtensions(Plugin, Protocol):
    """Updates the state of PreFilter while pods are added and removed on trial."""

    def add_pod(self, state: CycleState, pod: Pod, added: Pod, node: int) -> None: ...

    def remove_pod(self, state: CycleState, pod: Pod, removed: Pod, node: int) -> None: ...


@runtime_checkable
class FilterPlugin(Plugin, Protocol):
    """Rejects nodes that can't run the pod."""

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts: ...


@dataclass(frozen=True, slots=True)
class Candidate:
    """A node where preemption would help, with the pods to evict, the most important first."""

    node: int
    victims: tuple[Pod, ...]
    pdb_violations: int


@dataclass(slots=True)
class PostFilterResult:
    """The answer of PostFilter. `nominated_node` None leaves a nomination as it is, "" clears it.

    `best` are the nodes that tied, `deleted` the victims to delete, `rejected` the nodes that were examined in vain,
    `cleared` the keys of pods that lost their nomination, `ran` whether candidates were searched for.
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
    """Runs when no node is feasible; `statuses` by node, for nodes that failed."""

    def post_filter(self, state: CycleState, pod: Pod, statuses: dict[int, Status]) -> PostFilterResult: ...


@runtime_checkable
class PreScorePlugin(Plugin, Protocol):
    """Precomputes what Score needs, once per cycle."""

    def pre_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> Status: ...


@runtime_checkable
class ScorePlugin(Plugin, Protocol):
    """Gives raw points per feasible node, in the plugin's own unit. Shape (len(feasible),)."""

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray: ...


@runtime_checkable
class MayFailToScore(Protocol):
    """A score plugin that cannot score some pods."""

    def score_error(self, state: CycleState, pod: Pod) -> str:
        """Return why it cannot score the pod, "" if it can."""
        ...


@runtime_checkable
class NormalizeScore(Protocol):
    """Maps raw points to 0 … MAX_NODE_SCORE."""

    def normalize_score(self, state: CycleState, pod: Pod, scores: IntArray) -> IntArray: ...


@runtime_checkable
class ReservePlugin(Plugin, Protocol):
    """Reserves what the pod needs on its node, or fails."""

    def reserve(self, state: CycleState, pod: Pod, node: int) -> Status: ...

    def unreserve(self, state: CycleState, pod: Pod, node: int) -> None: ...


@runtime_checkable
class PermitPlugin(Plugin, Protocol):
    """May delay or reject the pod before it is bound."""

    def permit(self, state: CycleState, pod: Pod, node: int) -> Status: ...


@runtime_checkable
class PreBindPlugin(Plugin, Protocol):
    """Does the work required before binding."""

    def pre_bind(self, state: CycleState, pod: Pod, node: int) -> Status: ...


@runtime_checkable
class BindPlugin(Plugin, Protocol):
    """Binds the pod, or returns Skip to leave it to the next plugin."""

    def bind(self, state: CycleState, pod: Pod, node: int) -> Status: ...


@runtime_checkable
class PostBindPlugin(Plugin, Protocol):
    """Is notified after binding."""

    def post_bind(self, state: CycleState, pod: Pod, node: int) -> None: ...
