"""What is asked about the whole cluster, as JSON: changes for the whole run, capacity, and nodes that could go."""

from __future__ import annotations

from scheduler_core.advice.phrases import PhraseForm
from scheduler_core.kubernetes.typeddict import TypedDict

from .contract import Repair


class RunRepair(Repair):
    """A repair judged by the whole run."""

    pod: str
    """The pending pod for which it was found."""
    workload: str
    """The kind and name of what the pod belongs to."""
    placed: int
    """How many more pods are placed with it."""


class CostlyFact(TypedDict):
    """A fact of a workload, and how many more of all pods would be placed without it."""

    workload: str
    fact: str
    phrase: PhraseForm
    placed: int


class ConflictingPods(TypedDict):
    """Pods of one workload that have a part in a conflict."""

    workload: str
    pods: list[str]
    """At most 20 of them."""
    count: int


class Conflict(TypedDict):
    """Pods that fit one by one into the cluster before the run, but were not placed together.

    Without any one of `parts` the others fit: without a pod or, if there are too many pods, without a workload.
    """

    pod: str
    """The one that stays pending."""
    parts: list[ConflictingPods]
    """The others."""
    minimal: bool
    """Whether each single pod is needed, rather than each workload."""
    message: str
    """The scheduler's message for the pod that does not fit."""
    proven: bool
    """Whether every order and every choice of nodes was tried; otherwise another order may place them all."""
    placement: dict[str, str]
    """Nodes by pod with which all fit, in that order; empty if none was found."""


class WholeRun(TypedDict):
    """What would place more of the pending pods of a run. The lists grow while `searching`."""

    pods: int
    """The pods of the run that are not finished."""
    pending: int
    repairs: list[RunRepair]
    """The best first: by risk, then by how many more pods are placed, then by cost."""
    conflicts: list[Conflict]
    conflicts_complete: bool
    """Whether no conflict was left out for want of time."""
    costly: list[CostlyFact]
    searching: bool
    complete: bool
    """Whether all classes of pending pods were looked at."""
    done: int
    """The steps that are done, of `total`."""
    total: int


class MixedPod(TypedDict):
    """A pod that is replicated, and how many copies of it come in each turn."""

    pod: str
    times: int


class Capacity(TypedDict):
    """How many copies of a pod, or of a mix of pods in turn, fit into a cluster at the end of a run."""

    pods: int
    by_pod: dict[str, int]
    message: str
    """The scheduler's message for the first copy that does not fit; empty if the limit was reached before."""
    stopped: str
    """The pod whose copy that is; empty if the limit was reached before."""
    nodes: dict[str, int]
    """The copies by node."""
    key: str
    """The topology key of the domains."""
    domains: dict[str, int]
    """The copies by domain, "" for nodes without the key."""
    domain_nodes: dict[str, int]
    """The number of nodes by domain."""
    stops: dict[str, dict[str, int]]
    """By domain, the reasons for which its nodes refuse the first copy that does not fit, with the number of nodes."""


class AddedNode(TypedDict):
    """Nodes to add: so many like this one, in its zone."""

    like: str
    zone: str
    count: int


class MoreCapacity(TypedDict):
    """How many more fit, and which nodes to add for the number that was asked for."""

    mix: list[MixedPod]
    capacity: Capacity
    count: int
    """How many copies are to fit; 0: as many as do."""
    nodes_to_add: list[AddedNode] | None
    """One after another the node with which most fit; None: no nodes suffice. Empty if all fit, or not yet known."""
    fitting: int
    """How many copies fit with the nodes added so far."""
    searching: bool


class FreeNode(TypedDict):
    """A node that could go, and where its pods would be."""

    node: str
    pods: int
    """The pods that move."""
    moves: dict[str, str]
    """Their nodes; empty beyond the first 100 nodes of a list."""


class Removal(TypedDict):
    """Nodes whose pods all fit on the others. The lists grow while `searching`."""

    nodes: list[FreeNode]
    """Each for itself, those with the fewest pods first."""
    together: list[FreeNode]
    """Nodes that could all go at once; another choice may free more."""
    searching: bool
    done: int
    """The steps that are done, of `total`."""
    total: int
