"""The JSON of sweeps: the request (a specification), the result of a range of points (a tally), and the final result.

Points are numbered from 0, row by row of the axes; the last axis is the seed. A cell is all seeds of one place on the
other axes, so that cell `c` has the points from `c * seeds` up to `(c + 1) * seeds`.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from scheduler_core.kubernetes.typeddict import TypedDict

SweepKind = Literal["seeds", "weights", "percentages", "versions", "losses", "capacity", "fleet"]
SweepAxisName = Literal["x", "y", "percentage", "version", "loss", "shape", "count", "scenario", "seed"]


# ---- specifications ----


class SeedsSweep(TypedDict):
    """One scenario with the seeds 1 to `seeds`."""

    kind: Literal["seeds"]
    seeds: int


class SweepSetting(TypedDict):
    """A setting of the scheduler and its values."""

    setting: str
    """"weight/PLUGIN", or the path of an argument: "NodeResourcesFit/scoringStrategy/type"."""
    values: list[int | str | bool]


class WeightsSweep(TypedDict):
    """A grid of one or two settings of the scheduler."""

    kind: Literal["weights"]
    x: SweepSetting
    y: NotRequired[SweepSetting]
    pod: NotRequired[str]
    """The pod (namespace/name) whose node is given for each cell."""
    seeds: int


class PercentagesSweep(TypedDict):
    """Values of percentageOfNodesToScore; 0 is the adaptive default."""

    kind: Literal["percentages"]
    percentages: list[int]
    seeds: int


class VersionsSweep(TypedDict):
    """Versions of Kubernetes, such as "1.34"."""

    kind: Literal["versions"]
    versions: list[str]
    seeds: int


class LossesSweep(TypedDict):
    """Each value of some node labels lost after the run: its nodes are gone, and controllers replace their pods."""

    kind: Literal["losses"]
    topology_keys: list[str]
    pairs: bool
    """Whether each pair of values of a key is lost too."""
    seeds: int


class SweepShape(TypedDict):
    """Nodes to add: like a node of the scenario, or of an amount of each resource."""

    name: str
    node: NotRequired[str]
    allocatable: NotRequired[dict[str, str]]


class CapacitySweep(TypedDict):
    """Nodes added to the scenario: every shape, so many of it."""

    kind: Literal["capacity"]
    shapes: list[SweepShape]
    counts: list[int]
    seeds: int


class SweepOperation(TypedDict):
    """A change of one manifest; see `Operation` in the engine's source room for each `op`."""

    op: Literal["set", "add", "remove", "delete", "copy", "create", "uncordon"]
    object: NotRequired[str]
    path: NotRequired[list[str | int]]
    value: NotRequired[Any]


class FleetChange(TypedDict):
    """Operations on the manifests of each scenario."""

    operations: list[SweepOperation]


class FleetSweep(TypedDict):
    """Several scenarios, each before and after one change, one upgrade, or both."""

    kind: Literal["fleet"]
    change: NotRequired[FleetChange]
    version: NotRequired[str]
    seeds: int


SweepSpecification = (
    SeedsSweep | WeightsSweep | PercentagesSweep | VersionsSweep | LossesSweep | CapacitySweep | FleetSweep
)


# ---- tallies ----


class SweepTallyCell(TypedDict):
    """Sums over the runs of a cell. Keys with a slash are "row/column" numbers; what is 0 is absent."""

    runs: int
    placed: int
    pending: int
    evicted: int
    """Pods that had to go for others, whether they ran before or came in the run."""
    nodes_used: int
    skew: NotRequired[int]
    tied: int
    """Decisions with more than one best node."""
    first_pending: NotRequired[list[int | str]]
    """The first point with a pending pod, the pod, and the scheduler's message."""
    before_placed: NotRequired[int]
    before_pending: NotRequired[int]
    moved: NotRequired[int]
    gone: NotRequired[int]
    workload_placed: NotRequired[dict[str, int]]
    workload_pending: NotRequired[dict[str, int]]
    landing: NotRequired[dict[str, int]]
    landing_points: NotRequired[dict[str, list[int]]]
    """The first point with a pod of the workload there."""
    pods: NotRequired[dict[str, int]]
    ties: NotRequired[dict[str, int]]
    winners: NotRequired[dict[str, int]]


class SweepTally(TypedDict):
    """The result of a range of points: integer sums, by the number of the cell."""

    points: int
    decisions: int
    cells: dict[str, SweepTallyCell]


# ---- results ----


class SweepAxis(TypedDict):
    """An axis; that of the seeds has none of its values listed, they are 1 to `length`."""

    name: SweepAxisName
    label: str
    """What varies: a setting, a topology key; "" where the name says it."""
    length: int
    values: list[str]


class SweepWorkload(TypedDict):
    """Pods of one controller that a sweep schedules; bare pods of one class are a workload, named by the first."""

    kind: str
    namespace: str
    name: str
    pods: int


class SweepNode(TypedDict):
    name: str
    zone: str
    pool: str
    """The name of its group, else its role; "" without either."""


class SweepPlace(TypedDict):
    """How often a pod ended at a place of the landing's columns."""

    place: int
    runs: int


class SweepPodLanding(TypedDict):
    """A pod, where it ended, and in how many runs its last decision had more than one best node."""

    name: str
    workload: int
    ties: int
    places: list[SweepPlace]
    """The most frequent first."""


class SweepLanding(TypedDict):
    """Where the pods ended. Counts are over all `runs`: divided by them, the mean number of pods."""

    runs: int
    columns: Literal["node", "zone"]
    """What the columns of `workloads` are: `nodes`, or `zones`; one more, the last, is for pending pods."""
    workloads: list[list[int]]
    """Per workload, per column."""
    points: list[list[int]]
    """Per workload, per column, the first point with a pod of the workload there; -1 without one."""
    pod_columns: Literal["node", "zone"]
    pods: list[SweepPodLanding]
    """Empty where there are too many of them."""


class SweepCellWorkload(TypedDict):
    """The mean number of pods of a workload that are placed or stay pending."""

    workload: int
    placed: float
    pending: float


class SweepWinner(TypedDict):
    """A node that the chosen pod, or a pod of the cell, took; "" if it stayed pending."""

    node: str
    runs: int


class SweepPending(TypedDict):
    """The first pod that stays pending in a cell: the point at which it does, and why."""

    point: int
    pod: str
    message: str


class SweepBefore(TypedDict):
    """The means before the change."""

    placed: float
    pending: float


class SweepCell(TypedDict):
    """What came of a cell so far; numbers of pods and nodes are means over its runs."""

    point: int
    """The first point of the cell."""
    runs: int
    placed: float
    pending: float
    evicted: float
    nodes_used: float
    """Nodes with at least one pod that no DaemonSet owns."""
    tied: float
    skew: NotRequired[float]
    """The largest difference between two domains over all topology spread constraints; absent without any."""
    moved: NotRequired[float]
    """Pods that are on another node than before the change."""
    before: NotRequired[SweepBefore]
    gone: NotRequired[float]
    """Pods without a controller that went with their nodes."""
    first_pending: NotRequired[SweepPending]
    workloads: NotRequired[list[SweepCellWorkload]]
    winners: NotRequired[list[SweepWinner]]
    """The nodes of the chosen pod, the most frequent first."""
    pods: NotRequired[list[list[SweepPlace]]]
    """Per pod of `pods`, where it ended: numbers of nodes, one more for pending. The most frequent first."""


class SweepLoss(TypedDict):
    """Nodes that are lost together."""

    topology_key: str
    values: list[str]
    nodes: int


class SweepRegion(TypedDict):
    """Where on the grid some nodes win: a polygon over x and y, or with one setting a range of x."""

    nodes: list[str]
    """Those that tie there."""
    points: list[list[float]]
    total: list[int]
    """Their total: a constant, and what each weight is multiplied by."""


class SweepLine(TypedDict):
    """Where two winners have the same total: from one point (x, y) to another; with one setting both are the same."""

    nodes: list[list[str]]
    """The winners on both sides."""
    points: list[list[float]]


class SweepNearestFlip(TypedDict):
    """The smallest change of one weight, alone, with which another node wins."""

    axis: Literal["x", "y"]
    boundary: float
    """The weight at which both tie."""
    weight: int
    """The nearest whole weight beyond it."""
    nodes: list[str]


class SweepFlips(TypedDict):
    """The chosen pod's last decision with other weights, in the cluster that it met under the present ones.

    The total of a node is a constant, plus a weight times its normalized points for each axis.
    """

    pod: str
    present: list[int]
    """The present weights of x and y."""
    winners: list[str]
    totals: list[int]
    """The totals of the winner and of the best other node."""
    runner_up: list[str]
    regions: list[SweepRegion]
    lines: list[SweepLine]
    nearest: SweepNearestFlip | None


class SweepResult(TypedDict):
    """What the pictures of a sweep show, also while it is only partly evaluated."""

    kind: SweepKind
    seeds: int
    points: int
    evaluated: int
    decisions: int
    axes: list[SweepAxis]
    """Without the seeds, in the order of the cells."""
    workloads: list[SweepWorkload]
    nodes: list[SweepNode]
    zones: list[str]
    pods: list[str]
    """The pods that are scheduled, as namespace/name; empty where there are too many of them."""
    cells: list[SweepCell | None]
    """None where nothing has been evaluated yet."""
    landing: NotRequired[SweepLanding]
    losses: NotRequired[list[SweepLoss]]
    flips: NotRequired[SweepFlips]
    pareto: NotRequired[list[int]]
    """The cells that no other beats in nodes used, skew and pending pods at once."""
    most_packed: NotRequired[int]
    least_packed: NotRequired[int]
