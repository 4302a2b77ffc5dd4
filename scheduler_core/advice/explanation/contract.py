"""The open form of an explanation: why one pod has the node that it has, or none, for other programs to read.

`schemas/explanation-1.json` is this form as JSON Schema, docs/explanation.md says what its fields mean. Within a format
fields may be added; what a field means changes with the number alone.
"""

from __future__ import annotations

from typing import Literal

from scheduler_core.advice.whatif.change import CostKind
from scheduler_core.kubernetes.typeddict import TypedDict

Format = Literal["schedscope.explanation/1"]
FORMAT: Format = "schedscope.explanation/1"

ReasonCode = Literal[
    "InsufficientResource",
    "ResourceMissing",
    "DevicePluginNotReady",
    "NodeAffinityMismatch",
    "NodeAffinityUnmatched",
    "UntoleratedTaint",
    "NodeReadinessRuleUnmet",
    "NodeUnschedulable",
    "TopologySpreadExceeded",
    "TopologyLabelMissing",
    "PodAffinityUnmet",
    "PodAntiAffinityConflict",
    "ExistingPodAntiAffinityConflict",
    "HostPortConflict",
    "DeviceMissing",
    "DevicesInsufficient",
    "DeviceSelectorMismatch",
    "UntoleratedDeviceTaint",
    "DeviceCapacityInsufficient",
    "DeviceConstraintUnmet",
    "OneNodeOnly",
    "SchedulingGated",
    "AwaitsKueueAdmission",
    "PodGroupRolledBack",
    "SchedulerNameUnknown",
    "NoNodes",
    "Other",
]
AttemptOutcome = Literal["scheduled", "nominated", "unschedulable", "not_tried", "refused"]


class ExplainedVersion(TypedDict):
    """The version of Kubernetes whose scheduler decides."""

    version: str
    recorded: bool
    """Whether the real scheduler of this version was recorded; otherwise it follows release notes and sources."""


class ExplainedConfiguration(TypedDict):
    """The part of the scheduler's configuration that decides about the pod."""

    scheduler_name: str
    """The profile that the pod names."""
    is_default: bool
    """Whether no configuration was given, so that the version's defaults apply."""
    percentage_of_nodes_to_score: int | None
    """As the profile, else the configuration says; null: the scheduler adapts it."""
    filters: list[str]
    """The filter plugins in their order; empty if the pod was not tried."""
    scores: dict[str, int]
    """The score plugins with their weights; empty if the pod was not tried."""


class ExplainedWorkload(TypedDict):
    """What created the pod; kind Pod for a pod without a controller."""

    kind: str
    namespace: str
    name: str


class ExplainedPod(TypedDict):
    namespace: str
    name: str
    workload: ExplainedWorkload
    pod_group: str
    """`namespace/name` of the pod group that it is tried with, else empty."""
    priority: int


class ExplainedAttempt(TypedDict):
    """The last attempt to schedule the pod."""

    number: int
    """From 1; 0 if there was none."""
    outcome: AttemptOutcome
    """nominated: it waits for the victims on its node to go. not_tried: no cycle took place. refused: the API server
    would not create the pod."""
    node: str | None
    """The node that it got."""
    nominated_node: str | None
    victims: list[str]
    """`namespace/name` of the pods that are evicted for it."""
    message: str
    """The scheduler's own words, those of the event FailedScheduling."""


class ExplainedCondition(TypedDict):
    """The condition that Kubernetes sets in the pod's status."""

    type: Literal["PodScheduled"]
    status: Literal["True", "False"]
    reason: Literal["", "Unschedulable", "SchedulingGated", "SchedulerError"]
    message: str


class ExplainedReason(TypedDict):
    """Why nodes refuse the pod."""

    code: ReasonCode
    plugin: str
    """The plugin that refuses; empty if none does."""
    operands: dict[str, str | int]
    """What is compared, by the names that docs/explanation.md lists for the code. Amounts are integers, in
    thousandths of a core for unit milli, in bytes, or in pieces for unit count."""
    message: str
    """The scheduler's own words for the reason."""
    nodes: int
    """The number of nodes that refuse the pod for it."""


class ExplainedNodes(TypedDict):
    """Nodes that refuse the pod for the same reasons."""

    reasons: list[int]
    """All of them, as indices of `reasons`."""
    stopped_by: str
    """The plugin at which the scheduler stops, the only one that its message counts."""
    preemption_might_help: bool
    """Whether that plugin's answer leaves it to preemption to make room."""
    count: int
    nodes: list[str]
    """Their names, in the order of the cluster; fewer than `count` where the reader asked for fewer."""


class ExplainedCause(TypedDict):
    """A smallest set of reasons without which at least one node would take the pod."""

    reasons: list[int]
    """Indices of `reasons`."""
    text: str
    """The same as a sentence that follows the pod's name."""


class OutsideReason(TypedDict):
    """A cause that is not the scheduler's."""

    text: str
    certain: bool


class ExplainedChange(TypedDict):
    kind: CostKind
    text: str
    cost: float


class RepairVerification(TypedDict):
    """What was computed with the repair made."""

    cycle: bool
    """A scheduling cycle with the changes finds the node."""
    run: bool
    """The whole run was made again, and the pod has a node at its end. The following are null otherwise."""
    scheduled: int | None
    """Pods that have a node at the end."""
    pending: int | None
    """Pods that have none."""
    moved: int | None
    """Other pods that end on another node."""
    evicted: int | None
    """Pods that ran before and have no node at the end."""
    broken_expectations: list[str] | None


class ExplainedRepair(TypedDict):
    """A minimal set of changes after which the pod has a node."""

    changes: list[ExplainedChange]
    cost: float
    node: str
    """The node that the pod gets."""
    commands: list[str]
    """kubectl's commands that make the changes."""
    diff: str
    """The manifests that change, as a unified difference."""
    effects: list[str]
    """What else the changes do, as sentences."""
    verified: RepairVerification


class ExplainedRepairs(TypedDict):
    """What a search for repairs found, the best first."""

    complete: bool
    """Whether all sets of at most `most_changes` changes were searched."""
    most_changes: int
    attempts: int
    """The cycles that were tried."""
    found: list[ExplainedRepair]


class PodExplanation(TypedDict):
    """Why a pod has the node that it has, or none."""

    format: Format
    kubernetes: ExplainedVersion
    configuration: ExplainedConfiguration
    pod: ExplainedPod
    attempt: ExplainedAttempt
    condition: ExplainedCondition | None
    """Null where Kubernetes sets none: the pod was refused, or no scheduler looks after it."""
    node_count: int
    """The nodes of the cluster when the pod was tried."""
    fitting: int
    """The nodes that pass all filters."""
    reasons: list[ExplainedReason]
    """Each reason once: those of the pod and of room first, those of nodes that are set apart last."""
    nodes: list[ExplainedNodes]
    """The nodes that refuse the pod, by their reasons; the largest group first."""
    causes: list[ExplainedCause]
    """Empty if the pod has a node. Each of them is a way to a node: one is enough."""
    outside: list[OutsideReason]
    """What keeps the pod from its node besides; filled by a search for repairs."""
    repairs: ExplainedRepairs | None
    """Null if none were searched."""
