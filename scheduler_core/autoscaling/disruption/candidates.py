"""Nodes that may be disrupted, and why others may not.

Mirrors NewCandidate of pkg/controllers/disruption/types.go, GetCandidates of helpers.go, ValidateNodeDisruptable and
ValidatePodsDisruptable of pkg/controllers/state/statenode.go, and pkg/utils/disruption/disruption.go @ v1.13.0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from scheduler_core.autoscaling.objects.instance_type import InstanceType
from scheduler_core.autoscaling.objects.labels import CAPACITY_TYPE, DO_NOT_DISRUPT, INSTANCE_TYPE, NODEPOOL
from scheduler_core.autoscaling.objects.node import NodeClaim
from scheduler_core.autoscaling.objects.nodepool import NodePool
from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.objects.requirements import of_labels
from scheduler_core.autoscaling.objects.texts import detailed, sentence
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Recorder
from scheduler_core.autoscaling.state.reschedulable import blocking_budgets, is_disruptable
from scheduler_core.autoscaling.state.statenode import StateNode
from scheduler_core.kubernetes.objects.times import seconds

DELETION_COST = "controller.kubernetes.io/pod-deletion-cost"
_MOST = 10.0  # what one pod adds to the cost of a node, or takes from it

BlockedBy = Literal[
    "no node",
    "not initialized",
    "deleting",
    "nominated",
    "annotation",
    "no label",
    "nodepool",
    "pod",
    "budget",
    "budgets",
]


@dataclass(frozen=True, slots=True)
class Blocked:
    """Why a node is no candidate; `names` are the pod or the budgets that prevent it, otherwise its NodePool."""

    by: BlockedBy
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        listed = " ".join(self.names)
        match self.by:
            case "no label":
                return detailed("node doesn't have required label", label=NODEPOOL)
            case "nodepool":
                return detailed("NodePool not found", NodePool=listed)
            case "pod":
                return detailed(f'pod has "{DO_NOT_DISRUPT}" annotation', Pod=listed)
            case "budget":
                return detailed("pdb prevents pod evictions", PodDisruptionBudget=f"[{listed}]")
            case "budgets":
                details = {"PodDisruptionBudget(s)": f"[{listed}]"}
                return detailed("eviction does not support multiple PDBs", **details)
            case _:
                return _TEXTS[self.by]


_TEXTS: dict[str, str] = {
    "no node": "nodeclaim does not have an associated node",
    "not initialized": "node isn't initialized",
    "deleting": "node is deleting or marked for deletion",
    "nominated": "node is nominated for a pending pod",
    "annotation": f'disruption is blocked through the "{DO_NOT_DISRUPT}" annotation',
}


@dataclass(frozen=True, eq=False)
class Candidate:
    """A node that may be disrupted; `pods` are those that need another node then."""

    state: StateNode
    claim: NodeClaim
    nodepool: NodePool
    instance_type: InstanceType | None
    pods: tuple[Pod, ...]
    cost: float
    well_known: frozenset[str]

    @property
    def name(self) -> str:
        return self.state.name

    @property
    def capacity_type(self) -> str:
        return self.state.labels.get(CAPACITY_TYPE, "")

    @cached_property
    def offering_price(self) -> float | None:
        """The price of the cheapest offering that the node may be of, None if there is none."""
        if self.instance_type is None:
            return None
        labels = of_labels(self.state.labels)
        offered = self.instance_type.compatible_offerings(labels, self.well_known)
        return min((offering.price for offering in offered), default=None)

    def publish(self, recorder: Recorder, reason: str, message: str) -> None:
        """Tell of the node and of its NodeClaim."""
        publish(self.state, recorder, reason, message)


def publish(node: StateNode, recorder: Recorder, reason: str, message: str) -> None:
    for kind, o in (("Node", node.node), ("NodeClaim", node.claim)):
        if o is not None:
            recorder.tell(kind, o.name, reason, message)


def price_of(candidates: Sequence[Candidate]) -> float:
    """Return the sum of the prices, 0 as soon as one is not known (getCandidatePrices)."""
    total = 0.0
    for candidate in candidates:
        if candidate.offering_price is None:
            return 0.0
        total += candidate.offering_price
    return total


def candidates(
    cluster: Cluster, recorder: Recorder, wanted: Callable[[Candidate, Recorder], bool], *, eventual: bool
) -> list[Candidate]:
    """Return the nodes that a method may disrupt, by name.

    An `eventual` method does not mind pods that must not be evicted, if their node has a termination grace period.
    """
    found = (candidate_or_blocked(cluster, node, recorder, eventual=eventual) for node in cluster.nodes)
    return [c for c in found if isinstance(c, Candidate) and wanted(c, recorder)]


def candidate_or_blocked(
    cluster: Cluster, node: StateNode, recorder: Recorder, *, eventual: bool
) -> Candidate | Blocked | None:
    """Return the node as a candidate, or why it is none; None if Karpenter does not manage it."""
    claim = node.claim
    if claim is None:
        return None
    pool = cluster.nodepool_of(node.labels)
    blocked = _blocked(cluster, node, pool)
    if blocked is None:
        blocked = _blocked_by_pods(cluster, node, recorder)
        if eventual and claim.has_termination_grace_period:
            blocked = None
    if blocked is not None or pool is None:
        message = str(blocked)
        publish(node, recorder, "DisruptionBlocked", sentence(message))
        return blocked
    types = {t.name: t for t in cluster.types[pool.name].types}
    return Candidate(
        node,
        claim,
        pool,
        types.get(node.labels.get(INSTANCE_TYPE, "")),
        tuple(pod for pod in node.pods if pod.reschedulable),
        sum(map(_eviction_cost, node.pods)) * _remaining_lifetime(claim, cluster.now),
        cluster.settings.well_known,
    )


def _blocked(cluster: Cluster, node: StateNode, pool: NodePool | None) -> Blocked | None:
    """Return what is wrong with the node itself: the first check that fails."""
    has_types = pool is not None and pool.name not in cluster.failing and cluster.types.get(pool.name)
    checks: tuple[tuple[bool, BlockedBy], ...] = (
        (node.node is None, "no node"),
        (not node.initialized, "not initialized"),
        (node.deleting, "deleting"),
        (node.nominated, "nominated"),
        (node.annotations.get(DO_NOT_DISRUPT) == "true", "annotation"),
        (NODEPOOL not in node.labels, "no label"),
        (not has_types, "nodepool"),
    )
    failed = next((by for fails, by in checks if fails), None)
    return failed and Blocked(failed, (node.labels.get(NODEPOOL, ""),))


def _blocked_by_pods(cluster: Cluster, node: StateNode, recorder: Recorder) -> Blocked | None:
    for pod in node.pods:
        if not is_disruptable(pod, cluster.now, recorder):
            return Blocked("pod", (pod.key,))
    for pod in node.pods:
        if budgets := blocking_budgets(cluster, pod, recorder, fully=False):
            keys = tuple(budget.meta.key for budget in budgets)
            return Blocked("budgets" if len(keys) > 1 else "budget", keys)
    return None


def _eviction_cost(pod: Pod) -> float:
    """Return what a pod adds to the cost of disrupting its node: 1, more for what is important (EvictionCost)."""
    cost = 1.0
    with suppress(ValueError):  # what is no number is passed over
        cost += float(pod.annotations.get(DELETION_COST, "0")) / 2**27
    cost += (pod.priority or 0) / 2**25
    return max(-_MOST, min(cost, _MOST))


def _remaining_lifetime(claim: NodeClaim, now: float) -> float:
    """Return the part of a node's lifetime that remains: one that expires soon costs little (LifetimeRemaining)."""
    if claim.expire_after is None:
        return 1.0
    age = now - seconds(claim.created)
    return max(0.0, min((claim.expire_after - age) / claim.expire_after, 1.0))
