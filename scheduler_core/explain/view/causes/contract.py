"""The JSON of a run's answer: its pending pods by cause, and where the run differs from the dump."""

from __future__ import annotations

from typing import Literal, NotRequired

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.plugins.noderesources.resource_allocation import Unit

ReasonKind = Literal[
    "resource",
    "missing_resource",
    "unready_resource",
    "selector",
    "unmatched_selector",
    "taint",
    "readiness_taint",
    "unschedulable",
    "spread",
    "spread_label",
    "affinity",
    "anti_affinity",
    "existing_anti_affinity",
    "port",
    "device_missing",
    "device_short",
    "device_selector",
    "device_taint",
    "device_amount",
    "device_constraint",
    "one_node",
    "gate",
    "kueue_gate",
    "gang",
    "profile",
    "no_node",
    "message",
]
"""The sort of a reason, which says what its operand is.

- resource: too little of a resource is free
- missing_resource: the node has nothing of a resource
- unready_resource: the same, though its capacity has some: the device plugin is not ready
- selector: the node does not match a nodeSelector or node affinity (the clauses), which other nodes match
- unmatched_selector: no node matches these clauses
- taint: an untolerated taint
- readiness_taint: one that a NodeReadinessRule keeps until its condition holds
- unschedulable: the node is cordoned; no operand
- spread, spread_label: a spread constraint (topology key), exceeded, or without the label on the node
- affinity, anti_affinity, existing_anti_affinity: a required term of the pod or of running pods
- port: host ports
- device_missing: the node has no device of the class that a request of a claim (the operand) asks for
- device_short: too few devices are free for a request of a claim (the operand), or for all requests together
- device_selector: the device that comes nearest does not meet a condition of a request
- device_taint: it has an untolerated taint
- device_amount: too little is left of its capacity, or of a counter that it shares
- device_constraint: it does not go together with the other devices of the claim, by an attribute
- one_node: the pod is made for one node, as those of a DaemonSet are; no operand
- gang: it was placed when it was tried, and its pod group (namespace/name) was not
- gate, profile: no cycle took place, for scheduling gates or for the name of another scheduler
- no_node: the cluster has no node; no operand
- message: anything else, in the scheduler's words
"""


class Reason(TypedDict):
    """Why nodes refuse a pod, or why it was not tried. How many nodes does not matter."""

    plugin: str
    kind: ReasonKind
    operand: str
    message: str
    """The scheduler's own words."""


class NodeAmount(TypedDict):
    """A resource that the pod requests, on one node."""

    resource: str
    unit: Unit
    request: int
    free: int
    """allocatable − requested by the node's pods; may be negative."""
    allocatable: int


class NearestNode(TypedDict):
    """A node that refuses the pod for few reasons, and is short of little."""

    node: str
    reasons: list[Reason]
    amounts: list[NodeAmount]
    """Of the resources that decide, or that one of the nearest nodes is short of."""


class InitializedPod(TypedDict):
    """A pod that the scheduler counts with what its init containers requested, although they have ended."""

    pod: str
    """`namespace/name`."""
    node: str
    counted: int
    """What it counts for: the larger of its containers' sum and each step of its initialization."""
    running: int
    """What its containers request together."""


class Shortage(TypedDict):
    """A resource that is short: what the pod requests, and what is free on the nodes open to it."""

    resource: str
    unit: Unit
    request: int
    free: int
    """The sum over the open nodes."""
    largest_free: int
    largest_node: str
    largest_allocatable: int
    """What the largest of the open nodes has when empty."""
    initialized: list[InitializedPod]
    """Pods of one node that would have room without what their ended init containers count for; at most 3."""


class SpreadDomainCount(TypedDict):
    value: str
    count: int
    """The matching pods."""
    fits: bool
    """Whether one more pod stays within maxSkew."""
    open: bool
    """Whether it has a node that the pod may go to; a domain without one counts, but never takes the pod."""


class SpreadCause(TypedDict):
    """A spread constraint that some node exceeds."""

    topology_key: str
    max_skew: int
    minimum: int
    domains: list[SpreadDomainCount]
    """The first 20."""
    domain_count: int


class LabelValue(TypedDict):
    value: str
    nodes: int


class SelectorCause(TypedDict):
    """A clause of the pod's node selector that few nodes match, and what the nodes have instead."""

    clause: str
    key: str
    matching: int
    """The number of nodes that match it."""
    values: list[LabelValue]
    """The values of the key, the commonest first; at most 12."""
    value_count: int
    without: int
    """The number of nodes without the label."""


class NodePart(TypedDict):
    """Nodes that refuse the pod at the same plugin for the same reasons. All parts together are all nodes."""

    reasons: list[Reason]
    nodes: int
    open: bool
    """Whether the pod may go there by its selectors and tolerations."""
    rows: NotRequired[list[int]]
    """Which nodes, by their places in the order of the cluster; absent in clusters of more than 1,000."""


class PodGroup(TypedDict):
    """Pods of one workload, or bare pods that are alike."""

    kind: str
    """The kind of the workload, "Pod" for bare pods."""
    namespace: str
    name: str
    pods: list[str]
    """Names without the namespace; the first 200."""
    pod_count: int


class PendingWorkload(PodGroup):
    """Pending pods of a workload, with the figures of the last attempt of the first of them."""

    pod: str
    """`namespace/name` of the pod that the figures are of."""
    attempt: int
    cycle: int
    message: str
    nodes: int
    pod_group: str
    """namespace/name of the pod group that it was tried with; "" for other pods."""
    open_nodes: int
    """The nodes that the pod may go to by its selectors and tolerations."""
    shortages: list[Shortage]
    spread: list[SpreadCause]
    selectors: list[SelectorCause]
    nearest: list[NearestNode]
    """At most 3."""
    parts: list[NodePart]


class CauseClause(TypedDict):
    """What is said of the workloads of a cause, after their names."""

    kind: str
    """That of a reason, or of several that are one."""
    operands: dict[str, str | list[str]]
    """Names and labels; resources that are short together are a list."""


class Cause(TypedDict):
    """Pending pods with the same reasons."""

    reasons: list[Reason]
    """Those that decide, in the order of the plugins: without them some node would take the pod."""
    clauses: NotRequired[list[CauseClause]]
    """The reasons as they are said; absent in answers of former versions."""
    pod_count: int
    workloads: list[PendingWorkload]
    """Those with most pods first; at most 20."""
    workload_count: int


class Differences(TypedDict):
    """Where the run ends otherwise than the dump."""

    placed: list[PodGroup]
    """Pending in the dump, placed here."""
    evicted: list[PodGroup]
    """Running in the dump, evicted here."""
    unlisted_nodes: list[str]
    """Nodes that pods of the dump run on and that it does not list; the first 20."""
    absent_kinds: list[str]
    """Kinds that bear on the pods of this dump and of which it has no object."""


class Causes(TypedDict):
    """A run's answer: its pending pods by cause."""

    pending: int
    placed: int
    nodes: int
    causes: list[Cause]
    """Those with most pods first."""
    differences: Differences
