"""Why a node can or cannot go, as JSON."""

from __future__ import annotations

from typing import Literal

from scheduler_core.explain.view.causes.contract import Reason
from scheduler_core.kubernetes.typeddict import TypedDict

from .cluster_contract import AddedNode

HoldKind = Literal["room", "rule", "volume", "budget", "annotation", "local-storage", "bare", "system"]
"""What keeps a pod on its node.

- room: the nodes that it may use have too little left
- rule: its own rules, or those of other pods, refuse all others
- volume: its volume is here
- budget: a disruption budget does not let it go now
- annotation: its owner asks that it is not moved
- local-storage: an emptyDir or hostPath, whose content would be lost
- bare: no controller makes it again
- system: a pod of kube-system without a disruption budget, which Cluster Autoscaler does not move

The first three are the scheduler's and hold whoever removes the node, a budget holds all that evict, and the others
hold only the programs that ask for them.
"""


class Hold(TypedDict):
    """One thing that keeps a pod on its node."""

    kind: HoldKind
    operand: str
    """The budget, the annotation, or the volumes; empty for others."""
    reasons: list[Reason]
    """Of room, rule and volume, why the other nodes refuse it."""
    message: str
    """The scheduler's words for these."""


class HeldPod(TypedDict):
    """A pod of the node."""

    pod: str
    workload: str
    """The kind and name of what it belongs to."""
    stays: bool
    """Whether it belongs to the node and ends with it, as those of DaemonSets do."""
    to: str | None
    """Where it would go, together with the others; None: nowhere."""
    holds: list[Hold]
    safe_to_evict: bool
    """Whether its owner says that Cluster Autoscaler may move it, whatever storage and controller it has."""


class NodeHold(TypedDict):
    """Why a node can or cannot go."""

    node: str
    pods: list[HeldPod]
    """Those that nothing can place first."""
    nodes_to_add: list[AddedNode] | None
    """The fewest nodes of one existing shape with which all pods fit; None if no shape suffices."""
