"""The answers about a running cluster: its recomputed decisions, and its pending pods by cause."""

from __future__ import annotations

from typing import Literal, NotRequired

from scheduler_core.explain.queueing.contract import QueueCause, QueueSentence
from scheduler_core.explain.view.causes.contract import CauseClause, PodGroup
from scheduler_core.kubernetes.typeddict import TypedDict

Agreement = Literal["equal", "undetermined", "different", "unjudged"]
"""How a decision of the cluster's scheduler compares with ours.

- equal: the node is one of those that our scheduler may choose; of a failure, none fits here either
- undetermined: it is not at the moment as it is known, and it is with changes that were under way just then
- different: it is not, whatever of these changes had been seen
- unjudged: somebody else decided, or too little is known
"""

LiveRegistry = Literal["reasons", "whys", "gaps", "changes", "findings"]
"""The registries of sentences, in `static/js/wording/live.js`."""


class LiveSentence(TypedDict):
    """A sentence: its registry, kind and operands, by which the page says it in its language, and the English text."""

    registry: LiveRegistry
    kind: str
    operands: dict[str, str]
    text: str


class LivePluginOfBoth(TypedDict):
    """What a plugin says of the cluster's node and of our best one, with all nodes looked at."""

    point: Literal["Filter", "Score"]
    plugin: str
    node: int | None
    """The points of the cluster's node, times the weight; None at Filter, and if a filter rejects it."""
    best: int | None
    """Those of ours; None at Filter."""
    reasons: list[str]
    """At Filter, why it rejects the cluster's node."""


class LiveDivergence(TypedDict):
    """The first point at which the cluster's choice leaves ours."""

    point: Literal["Filter", "Score", "Result"]
    plugin: str
    """That rejects the cluster's node, or gives it the fewest points against our best node; "" if none alone."""
    node: str
    best: str
    """One of our best nodes, "" if none fits."""
    total: int | None
    best_total: int | None
    reasons: list[str]
    """In the scheduler's words, if a filter rejects the node."""
    plugins: list[LivePluginOfBoth]
    """Those that say something else of the two, in the order in which they run: the first is where they part."""


class LiveImagined(TypedDict):
    """How the moment of a decision differs from the history: the scheduler knows its own bindings before anybody."""

    bound: dict[str, str]
    """Pods that had their node for the scheduler already, and the node."""
    unbound: list[str]
    """Pods that had none yet."""


class LiveDecision(TypedDict):
    """A binding or a failed attempt, and the same cycle computed again at the moment before it."""

    kind: Literal["decision"]
    number: int
    """Of the entry in the cluster's stream, from 1."""
    at: str
    """When it was heard of, RFC 3339 with microseconds, by the clock of the process that follows."""
    moment: int
    """How many changes came before it: the name of the moment in the cluster's history."""
    imagined: LiveImagined
    pod: str
    """`namespace/name`."""
    workload: PodGroup
    """Whose pod it is; `pods` has this pod alone."""
    outcome: Literal["bound", "failed"]
    node: str | None
    waited: float | None
    """Seconds since the pod was created or let into the queue; None if that is not known."""
    waited_for: str | None
    """The key of the cause for which it failed before; None if it did not."""
    nodes: int
    feasible: int
    """How many nodes passed the filters here, of those that were searched."""
    best: list[str]
    """The nodes that our scheduler may choose; the first 10."""
    best_count: int
    reason: LiveSentence
    """What decided, in one sentence."""
    agreement: Agreement
    why: LiveSentence | None
    """How it is undetermined, different or unjudged; None if it is equal."""
    changes: list[LiveSentence]
    """Those that `why` counts; the first 5."""
    divergence: LiveDivergence | None
    message: str
    """What the cluster's scheduler said of a failed attempt; its event FailedScheduling has the same words."""
    own_message: str
    """What ours says of it; "" if it does not fail here."""
    cause: str | None
    """The key of the cause for which the pod waits now; None if it is bound."""
    preempted: list[str]
    """Pods that our cycle would evict for it; the first 10."""


class LiveGap(TypedDict):
    """A time of which nothing is known. Decisions in it are not in the stream."""

    kind: Literal["gap"]
    number: int
    at: str
    until: str
    why: LiveSentence


class LiveCauseTurn(TypedDict):
    """A cause came up, or the last pod that waited for it is gone."""

    kind: Literal["cause"]
    number: int
    at: str
    cause: str
    clauses: list[CauseClause]
    appeared: bool
    pod: str
    """The first that waited for it; "" as it goes."""
    before: list[LiveSentence]
    """What changed in the cluster just before, the latest first; at most 5."""


class LiveFinding(TypedDict):
    """Something new that lint, or the search for losses that hurt, found in the cluster as it is."""

    kind: Literal["finding"]
    number: int
    at: str
    moment: int
    source: Literal["lint", "losses"]
    rule: str
    """The lint rule, or what would be lost: "node", "zone"; the source if neither is meant."""
    severity: Literal["error", "warning", "info"]
    subject: str
    """What it is about: "Deployment shop/cart", "Node a-17"; "" for the cluster."""
    sentence: LiveSentence


class LiveWorkloadTurn(TypedDict):
    """Kueue admitted a workload, or evicted it, or lets it wait: before the scheduler looks at its pods."""

    kind: Literal["workload"]
    number: int
    at: str
    moment: int
    workload: str
    """`namespace/name`."""
    job: str
    """"Job default/train", whose workload it is; "" if nothing owns it."""
    queue: str
    """The ClusterQueue; "" if its LocalQueue leads to none."""
    outcome: Literal["admitted", "evicted", "pending"]
    pods: int
    waited: float | None
    """Seconds from its creation until it was admitted."""
    flavors: dict[str, dict[str, str]]
    """Those that Kueue gave it, by pod set and resource; empty unless it was admitted."""
    own_flavors: dict[str, dict[str, str]]
    """Those that it gets here, if these are others."""
    reason: LiveSentence | None
    """Why it was admitted here, or evicted."""
    cause: QueueSentence | None
    """Why it waits, of the registry `causes` of the queues."""
    agreement: Agreement | None
    """Of an admission: whether its flavors are those that it gets here."""
    why: LiveSentence | None
    message: str
    """Kueue's own words."""


LiveEntry = LiveDecision | LiveGap | LiveCauseTurn | LiveFinding | LiveWorkloadTurn
"""A line of a cluster's stream, told apart by `kind`."""


class LiveCause(TypedDict):
    """Pending pods of one cause, now or at a moment."""

    key: str
    """Stays the same for the same reasons: lanes and entries name it."""
    clauses: list[CauseClause]
    """What is said after the names of the workloads, as in a run's answer."""
    title: str
    """In a few words, English: what the scheduler's reasons say."""
    pod_count: int
    workloads: list[PodGroup]
    """Those with most pods first; at most 20."""
    requested: NotRequired[dict[str, int]]
    """What its pods request together of each resource that is short: thousandths of a core, bytes, or a count."""
    since: str
    """When the cause came up."""
    oldest: str
    """Since when the pod waits that waits longest."""
    before: list[LiveSentence]
    """What changed in the cluster just before it came up."""
    decision: int | None
    """The entry of the last failed attempt for it."""


class LiveQueueCause(TypedDict):
    """Workloads that wait for the same in the queues of Kueue."""

    key: str
    since: str | None
    """When it came up; None of a moment that is past."""
    queue: QueueCause


class LiveQueued(TypedDict):
    """The queues of Kueue at a moment."""

    pending: int
    """Workloads without quota."""
    admitted: int
    causes: list[LiveQueueCause]
    """Those with most workloads first; at most 50, of the first 300 that wait."""
    agreement: dict[Agreement, int]
    """Admissions by agreement since following began; empty of a moment that is past."""


class LiveNow(TypedDict):
    """A cluster at a moment."""

    at: str
    moment: int
    nodes: int
    pods: int
    """That have a node and are not finished."""
    pending: int
    causes: list[LiveCause]
    """Those with most pods first; at most 50."""
    untried: int
    """Pending pods that the scheduler has not said anything of."""
    delay: float
    """By how many seconds the answers are behind what was heard of; 0 where all is computed."""
    queued: NotRequired[LiveQueued]
    """Absent for a cluster without Kueue."""
    left_out: NotRequired[dict[str, int]]
    """How many objects of each kind cannot be read, and are as if they were not there; absent if there are none."""


class LiveClosed(TypedDict):
    """What closes a node to most pods."""

    what: str
    """A taint, "dedicated=db:NoSchedule"; "" for a cordon."""
    since: str | None
    """When it was heard of; None if it was so before the cluster was followed, or that is not known."""


class LiveNode(TypedDict):
    """A node for the map."""

    name: str
    pool: str
    zone: str
    cpu: float | None
    """Requested of allocatable, from 0; None without allocatable cpu."""
    memory: float | None
    pods: int
    ready: bool
    unschedulable: bool
    tainted: bool
    """With a taint of effect NoSchedule or NoExecute."""
    closed: NotRequired[list[LiveClosed]]
    """Absent if nothing closes it."""


class LiveAmount(TypedDict):
    """How much of a resource a node has, and how much of it its pods request."""

    resource: str
    unit: Literal["milli", "bytes", "count"]
    allocatable: int
    requested: int


class LiveNodePod(TypedDict):
    """A pod that runs on a node."""

    pod: str
    """`namespace/name`."""
    workload: PodGroup
    requests: dict[str, int]
    """By resource, in the units of the node's amounts; what it does not ask for is left out."""
    stays: bool
    """Whether it belongs to the node and ends with it, as those of DaemonSets do."""


class LiveRefuser(TypedDict):
    """Who keeps a pod from a node."""

    point: Literal["PreFilter", "Filter"]
    plugin: str


class LiveNodeVerdict(TypedDict):
    """What a node was to the last decision about a workload."""

    decision: int
    """Its entry."""
    at: str
    pod: str
    outcome: Literal["chosen", "passed", "refused"]
    refuser: LiveRefuser | None


class LiveNodeView(TypedDict):
    """A node, what runs on it and what is free."""

    node: LiveNode
    kubelet: str
    """The version of its kubelet, "" if it is not said."""
    amounts: list[LiveAmount]
    pods: list[LiveNodePod]
    """Those with the largest share of its cpu or memory first."""


class LiveVerdictsOfOne(TypedDict):
    """The verdicts of one decision."""

    decision: int
    at: str
    pod: str
    node: str | None
    refusers: list[LiveRefuser]
    verdicts: str
    """A letter a node: "." passed, "a" refused by the first of `refusers`, " " it was no node then."""


class LiveVerdicts(TypedDict):
    """The last decision about each of the last workloads, the latest first, with its verdicts on the nodes."""

    nodes: list[str]
    decisions: list[LiveVerdictsOfOne]


class LiveMinute(TypedDict):
    """A minute of the scrubber: pending pods by cause at its end, and what was decided in it by node pool."""

    at: str
    causes: dict[str, int]
    pools: dict[str, int]
    """Pods that were bound, by the pool of the node."""
    failed: int
    """Failed attempts."""
    different: int
    pending: int
    queued: NotRequired[int]
    """Workloads that wait in the queues of Kueue; absent without these."""
    gap: NotRequired[bool]
    """Whether a part of it is not known."""
