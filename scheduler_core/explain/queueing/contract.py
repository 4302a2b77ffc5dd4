"""The JSON of the answer before the scheduler: workloads that are not admitted, by cause, and each with its sums."""

from __future__ import annotations

from typing import Literal, NotRequired

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.queueing.topology.contract import SearchRecord as TopologySearch

QueueCauseKind = Literal[
    "quota",
    "borrowed",
    "maximum",
    "flavor",
    "topology",
    "behind",
    "overlooked",
    "untried",
    "readiness",
    "checks",
    "deactivated",
    "misconfigured",
    "suspended",
]
"""Why a workload is not admitted.

- quota: too little quota is unused
- borrowed: the same, and what is missing has been borrowed by other ClusterQueues
- maximum: it asks for more than its ClusterQueue could have with nothing else running
- flavor: no flavor is for it: taints, affinity, or a resource that no flavor covers
- topology: quota is unused, and no domain has room for the pods
- behind: another workload is before it in a queue in strict order, and does not fit
- overlooked: it would be admitted now, and Kueue does not look until something ends
- untried: it would be admitted now, and in a cluster as it is Kueue has not said anything of it yet
- readiness: it would be admitted, and Kueue stands still until the pods of others are ready
- checks: it has its quota, and waits for admission checks
- deactivated: spec.active is false
- misconfigured: its queue does not exist, or its namespace, limits or LimitRanges refuse it
- suspended: its queue is stopped, or lacks a flavor
"""


class FieldSource(TypedDict):
    """The field that a number was read from."""

    object: str
    """"ClusterQueue ml-a"; with namespace where it has one."""
    path: str


class QueueAmount(TypedDict):
    """An amount of a resource: thousandths of a core for cpu, whole units for all else."""

    amount: int
    text: str
    """As Kubernetes writes it: "1500m", "2Gi"."""
    source: NotRequired[FieldSource]
    """Absent for what is a sum."""


class QueueSentence(TypedDict):
    """A sentence of the registry `queueing`, with its operands."""

    kind: str
    operands: dict[str, str]
    text: str
    """In English."""


class HeldQuota(TypedDict):
    """What a workload holds of a flavor and resource."""

    workload: str
    job: str
    cluster_queue: str
    priority: int
    amount: QueueAmount


class QueueBar(TypedDict):
    """A ClusterQueue's part of the quota of a flavor and resource.

    used = within + borrowed; nominal = within + unused; lent is the part of unused that it cannot have now.
    """

    cluster_queue: str
    own: bool
    """Whether it is the queue of the workload that is asked about."""
    nominal: QueueAmount
    used: QueueAmount
    within: QueueAmount
    borrowed: QueueAmount
    unused: QueueAmount
    lent: QueueAmount
    borrowing_limit: QueueAmount | None
    lending_limit: QueueAmount | None
    asked: QueueAmount | None
    """What this workload asks for, in its own queue; None elsewhere."""
    free: QueueAmount | None
    """The part of that which is there."""
    missing: QueueAmount | None
    holders: list[HeldQuota]
    """Who uses it, the largest first; at most 10."""
    holder_count: int


class CohortBars(TypedDict):
    """The quota of one flavor and resource in a whole cohort tree, or in a ClusterQueue without one."""

    cohort: str
    """The root of the tree, "" without one."""
    flavor: str
    resource: str
    nominal: QueueAmount
    used: QueueAmount
    queues: list[QueueBar]
    """The workload's own first, then by name."""


FlavorOutcome = Literal["fits", "preempts", "waits", "never", "refused", "topology", "not_tried"]
"""What a search found for a flavor.

- fits: all that is asked for is unused
- preempts: it would be, once victims have ended
- waits: too little is unused
- never: the ClusterQueue cannot have so much
- refused: taints, affinity or the resource do not match, so that quota was not looked at
- topology: quota is unused, and there is no place
- not_tried: the search stopped before
"""


class FlavorSum(TypedDict):
    """The arithmetic of one resource in one flavor: asked + earlier − available = missing."""

    resource: str
    asked: QueueAmount
    earlier: QueueAmount
    """What earlier pod sets of the workload put there."""
    available: QueueAmount
    """What the ClusterQueue can have now, borrowed quota included."""
    missing: QueueAmount | None
    nominal: QueueAmount
    used: QueueAmount
    maximum: QueueAmount
    """What it could have with nothing else running."""
    borrowing_limit: QueueAmount | None
    borrows: bool
    """Whether quota of the cohort would be used."""


class TriedFlavor(TypedDict):
    flavor: str
    outcome: FlavorOutcome
    reasons: list[str]
    """Kueue's own words."""
    sums: list[FlavorSum]
    decides: bool
    """Whether it is the flavor that comes nearest: of which the cause is said."""
    taints: list[str]
    """"key=value:effect", of the flavor."""


class TriedPodSet(TypedDict):
    """The flavors of a pod set in the order in which they are tried."""

    name: str
    count: int
    min_count: int | None
    requests: dict[str, QueueAmount]
    """Of one pod."""
    flavors: list[TriedFlavor]


class QueuedNeighbour(TypedDict):
    """A workload of the same queue, in the order in which their turns come."""

    workload: str
    job: str
    place: int
    """From 1."""
    priority: int
    priority_source: NotRequired[FieldSource]
    """Absent for the default."""
    created: str
    asked: list[QueueAmount]
    """Of the resources that decide."""
    own: bool
    parked: bool
    """Whether it was tried, and is not looked at again until something ends."""
    fits: bool
    """Whether it would be admitted now."""


VictimVerdict = Literal["preempted", "allowed", "safe"]
"""preempted: it would have to go. allowed: it would have to go under another policy. safe: neither."""

VictimReason = Literal["needed", "policy", "priority", "within_nominal", "not_needed"]
"""Why.

- needed: without it the workload fits
- policy: the policy of its kind is Never
- priority: its priority, or its age, protects it
- within_nominal: its ClusterQueue uses no more than its nominal quota
- not_needed: others suffice, or it would not help
"""


class PossibleVictim(HeldQuota):
    verdict: VictimVerdict
    reason: VictimReason
    borrowed: bool
    """Whether its ClusterQueue uses more than its nominal quota."""


class PreemptionPolicy(TypedDict):
    """A policy of the workload's ClusterQueue, with its value."""

    field: Literal["withinClusterQueue", "reclaimWithinCohort", "borrowWithinCohort"]
    value: str
    source: FieldSource


class PreemptionAnswer(TypedDict):
    """The workloads that would be preempted, or why there are none."""

    policies: list[PreemptionPolicy]
    decides: str
    """The policy that keeps it from preempting, "" if none does."""
    candidates: list[PossibleVictim]
    """Those who hold what is short; at most 20."""
    candidate_count: int


class TopologyPlace(TypedDict):
    """The search for a place of one pod set."""

    pod_set: str
    flavor: str
    failure: str
    """Kueue's words, "" if there is a place."""
    levels: list[str]
    chosen: list[list[str]]
    """The domains that it got, by the values of the levels; with hosts as the lowest level the host alone."""
    counts: list[int]
    """The pods of each."""
    search: TopologySearch | None
    """None if nothing was counted, or where it is left out. `empty` is set where there would be no place either if
    nothing else ran; the counts are those of then."""


class WaitingWorkload(TypedDict):
    """A workload that is not admitted, with all that decides about it."""

    workload: str
    job: str
    """"Job default/train"; "" if the input does not have it."""
    queue: str
    cluster_queue: str
    """"" if its queue names none that exists."""
    cohorts: list[str]
    """From its own to the root."""
    priority: int
    created: str
    strategy: str
    cause: QueueSentence
    reason: str
    """Kueue's, with the gate UnadmittedWorkloadsObservability; "" if it says none."""
    message: str
    """Kueue's own, of the last time that it looked; "" if it says nothing."""
    cycle: int
    """When it looked for the last time, 0 for never."""
    message_now: str
    """What it would say now; "" if the workload would be admitted."""
    pod_sets: list[TriedPodSet]
    bars: list[CohortBars]
    """The ones of the flavor that comes nearest first."""
    neighbours: list[QueuedNeighbour]
    """At most 20, the workload among them."""
    neighbour_count: int
    preemption: PreemptionAnswer | None
    places: list[TopologyPlace]
    notes: list[QueueSentence]
    """What Kueue does not say."""


class AdmittedWorkload(TypedDict):
    """A workload that is admitted when Kueue is at rest."""

    workload: str
    job: str
    cluster_queue: str
    priority: int
    new: bool
    """Whether this run admitted it."""
    pods: int
    flavors: dict[str, dict[str, str]]
    """By pod set and resource."""
    places: list[TopologyPlace]
    """Without the searches in the answer about the whole cluster."""


class EvictedWorkload(TypedDict):
    """A workload that was preempted in this run; it may wait again, or be admitted elsewhere."""

    workload: str
    job: str
    preemptor: str
    message: str


class QueueTurn(TypedDict):
    """A head of a cycle of Kueue: the first of its ClusterQueue."""

    workload: str
    job: str
    cluster_queue: str
    place: int
    """From 1: less borrowing first, then higher priority, then who came first."""
    priority: int
    borrows: bool
    own: bool
    outcome: Literal["admitted", "preempts", "waits"]


class UntriedWorkload(TypedDict):
    """Why Kueue has not tried a workload, of the state at rest."""

    cause: QueueSentence
    strategy: str
    """Of its ClusterQueue; "" if its queue names none that exists."""
    neighbours: list[QueuedNeighbour]
    """Those who wait in its queue, in the order of their turns; at most 20, the workload among them."""
    neighbour_count: int
    notes: list[QueueSentence]
    """What Kueue does not say."""


class KueueWalk(TypedDict):
    """What Kueue did with the workload of a pod, in the last cycle in which it tried it."""

    workload: str
    job: str
    """"Job default/train"; "" if the input does not have it."""
    queue: str
    cluster_queue: str
    cycle: int
    """0 if it was never tried: it was admitted before, or an equal one was parked."""
    turns: list[QueueTurn]
    """The heads as they were processed; at most 20, the workload among them."""
    turn_count: int
    pod_sets: list[TriedPodSet]
    """The sums are of that cycle."""
    places: list[TopologyPlace]
    victims: list[EvictedWorkload]
    """Whom it preempted, in this cycle or one before."""
    admitted: bool
    """Whether its pods may run when Kueue is at rest."""
    message: str
    """Kueue's own, if it is not admitted."""
    flavors: dict[str, dict[str, str]]
    """By pod set and resource, if it is."""
    untried: NotRequired[UntriedWorkload]
    """Absent if it was tried, or is admitted."""


class QueuedHead(TypedDict):
    """A waiting workload in a list."""

    workload: str
    job: str
    cluster_queue: str
    priority: int
    pods: int
    asked: dict[str, QueueAmount]
    text: str


class QueueCause(TypedDict):
    """Workloads that wait for the same cause."""

    kind: QueueCauseKind
    cause: QueueSentence
    workloads: list[QueuedHead]
    """At most 20."""
    workload_count: int
    pod_count: int
    bars: list[CohortBars]
    """Of the flavor that comes nearest for the first of them; empty without a sum, after the first six causes, and
    where a cause before has those of the same cohort."""


class UnmadeWorkload(TypedDict):
    """A job or a group of pods without a Workload, and why."""

    object: str
    why: str


class QueueAnswer(TypedDict):
    """What Kueue decided before the scheduler looked."""

    pending: int
    admitted: int
    cycles: int
    repeats: bool
    """Whether its cycles repeat themselves, and it never is at rest."""
    ready_seconds: int
    """After how long Kueue evicts an admitted workload whose pods are not ready, 0 for never."""
    cause_count: int
    causes: list[QueueCause]
    """Those with most workloads first; at most 200, as of what follows."""
    admitted_workloads: list[AdmittedWorkload]
    """The new ones first."""
    evicted_count: int
    evicted: list[EvictedWorkload]
    unmade_count: int
    unmade: list[UnmadeWorkload]
