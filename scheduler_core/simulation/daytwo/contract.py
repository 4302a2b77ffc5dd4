"""The timeline of a play as JSON: everything the page needs to fold any moment of it.

A moment is a number, from 0; the state at a moment is that after what happened in it. Times are seconds on the
simulated clock. Toggles are lists of moments at which something began, ended, began again, ….
"""

from __future__ import annotations

from typing import Literal, NotRequired

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.simulation.steps.step import StepKind

ActionKind = Literal["start"] | StepKind

MomentKind = Literal[
    "action",
    "pod-created",
    "pod-placed",
    "pod-pending",
    "pod-ready",
    "pod-unready",
    "pod-available",
    "pod-deleting",
    "pod-gone",
    "pod-finished",
    "pod-refused",
    "eviction-refused",
    "node-added",
    "node-changed",
    "node-lost",
    "node-restored",
    "node-removed",
    "workload-scaled",
    "workload-complete",
    "deadline-exceeded",
]

Operand = str | int | float | list[str]


class Why(TypedDict):
    """The cause of what happened: a code with operands, for which the page has sentences."""

    code: str
    """As `replicaset surplus`: the controller or action, and its reason. docs/day-two.md lists them."""
    operands: dict[str, Operand]


class PlayAction(TypedDict):
    """A step as it was played. Action 0 is the start: pods that are pending are placed before the first step."""

    kind: ActionKind
    operands: dict[str, Operand]
    """What the step is about: `workload`, `nodes`, `replicas`, `seconds`, …."""
    step: Manifest | None
    """As written; None for the start."""
    at: float
    first: int
    """The number of its first moment."""
    last: int
    """The number of its last moment, before the next action or the end."""
    settled: bool
    """Whether nothing more would happen at its end; False if the next step began before."""


class PlayMoment(TypedDict):
    """One thing that happened."""

    number: int
    at: float
    action: int
    """The number of the action in which it happened, from 0."""
    kind: MomentKind
    why: Why
    pod: NotRequired[str]
    """namespace/name."""
    node: NotRequired[str]
    workload: NotRequired[str]
    seed: NotRequired[int]
    """The seed of the scheduling cycle that was made, if one was: a run of `moment_content` decides the same."""


class PlayStay(TypedDict):
    """One life of a pod, from its creation to its end; a StatefulSet gives a name again."""

    pod: str
    workload: str
    """The workload of the input that it belongs to, as "Deployment default/web"; "" without one."""
    revision: str
    """The hash of its template; "" without one."""
    created: int
    node: str | None
    placed: int | None
    available: list[int]
    """Toggles: when it began and ceased to be available."""
    deleting: int | None
    """When its deletion began; it holds its node until it is gone."""
    gone: int | None
    """When it was gone, or finished."""


class NodeState(TypedDict):
    """What the scheduler and the controllers see of a node from a moment on."""

    moment: int
    cordoned: bool
    lost: bool
    taints: list[str]
    labels: dict[str, str]


class PlayNode(TypedDict):
    """A node: when it was there, and how it changed."""

    name: str
    present: list[int]
    """Toggles: when it came and went."""
    states: list[NodeState]
    """The first is that of its coming."""


class PlayConstraint(TypedDict):
    """What keeps the pods of a workload apart, of its newest template."""

    kind: Literal["spread", "anti-affinity"]
    topology_key: str
    max_skew: int
    """1 for anti-affinity."""
    required: bool
    selector: str
    """As kubectl writes it."""
    by_revision: bool
    """Whether each revision is counted on its own (matchLabelKeys)."""
    min_domains: int | None


class WorkloadBounds(TypedDict):
    """What the workload's controller promises from a moment on."""

    moment: int
    replicas: int
    available_at_least: int
    in_all_at_most: int
    """Without pods that are being deleted."""


class SeriesPoint(TypedDict):
    """Counts of a workload's pods from a moment on."""

    moment: int
    available: int
    in_all: int
    """Without pods that are being deleted."""
    pending: int


class PlayWorkload(TypedDict):
    """A workload of the input, or one that a step applied."""

    workload: str
    """As "Deployment default/web"."""
    kind: str
    revisions: list[str]
    """Hashes of its templates, the oldest first."""
    constraints: list[PlayConstraint]
    bounds: list[WorkloadBounds]
    series: list[SeriesPoint]
    """Only where it changes."""
    assumed: NotRequired[Literal[True]]
    """The input has only its pods, from which it is taken, with the defaults of a rollout."""


class BudgetPoint(TypedDict):
    """What a budget allows from a moment on."""

    moment: int
    healthy: int
    desired: int
    allowed: int


class PlayBudget(TypedDict):
    """A PodDisruptionBudget."""

    budget: str
    """namespace/name."""
    series: list[BudgetPoint]


class Timeline(TypedDict):
    """A play: its actions, what happened, and the lives of pods and nodes."""

    seed: int
    seconds: float
    """The clock at the end."""
    actions: list[PlayAction]
    moments: list[PlayMoment]
    stays: list[PlayStay]
    nodes: list[PlayNode]
    workloads: list[PlayWorkload]
    budgets: list[PlayBudget]
    complete: bool
    """Whether all steps were played; False if the play came to its limit of moments."""


ConstraintVerdict = Literal["heals", "keeps", "stays-skewed"]
"""`heals`: maxSkew was exceeded before or during the action, and is not at its end. `keeps`: it never was."""


class SkewVerdict(TypedDict):
    """The skew of a workload over a constraint's domains, before, during and after an action."""

    workload: str
    constraint: int
    """Its number in the workload's `constraints`."""
    verdict: ConstraintVerdict
    before: int
    worst: int
    worst_moment: int
    after: int
    counts: dict[str, int]
    """Pods of the workload per domain after the action."""


class AvailabilityVerdict(TypedDict):
    """Whether a workload kept what its controller or a budget demands during an action."""

    workload: str
    verdict: Literal["keeps-availability", "loses-availability"]
    at_least: int
    lowest: int
    moment: int
    """When it was lowest first."""
    seconds: float
    """How long it was below."""


class ProgressVerdict(TypedDict):
    """Whether a workload reached what it is to be, and else what it waits for."""

    workload: str
    verdict: Literal["finishes", "stuck"]
    seconds: float
    pending: int
    why: Why


class ActionVerdict(TypedDict):
    """The verdicts after an action."""

    action: int
    skew: list[SkewVerdict]
    availability: list[AvailabilityVerdict]
    progress: list[ProgressVerdict]


class EndState(TypedDict):
    """One end of a play, and how many seeds come to it."""

    counts: dict[str, list[int]]
    """Per workload its pods per domain, in the order of `domains`, and last those without a node."""
    seeds: int
    share: float
    first_seed: int


class EndStates(TypedDict):
    """The ends of plays over many seeds, the most frequent first."""

    seeds: int
    topology_key: str
    domains: list[str]
    ends: list[EndState]
