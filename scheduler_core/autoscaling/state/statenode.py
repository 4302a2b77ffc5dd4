"""A node as Karpenter sees it: with its NodeClaim, which stands for it until it is there.

Mirrors pkg/controllers/state/statenode.go @ v1.13.0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from scheduler_core.autoscaling.objects.labels import INITIALIZED, REGISTERED
from scheduler_core.autoscaling.objects.node import Node, NodeClaim
from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.objects.quantities import UNIT, Amounts, minus, plus
from scheduler_core.autoscaling.objects.taints import is_ephemeral
from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.node import HOSTNAME, Taint

from .volumeusage import Volumes

NODES = "nodes"  # the resource that counts nodes in the limits of a NodePool


@dataclass(frozen=True, eq=False)
class StateNode:
    """A node, a NodeClaim, or both; `pods` are those that are bound to the node, terminal ones included.

    `marked` is whether it is being disrupted, `nominated` whether a pending pod is expected on it.
    """

    node: Node | None
    claim: NodeClaim | None
    pods: tuple[Pod, ...]
    volumes: Volumes
    volume_limits: Mapping[str, int | None]
    marked: bool
    nominated: bool

    @property
    def _shown(self) -> Node | NodeClaim:
        """The object whose labels count: the NodeClaim until the node is registered."""
        shown = self.node if self.registered and self.node is not None else self.claim
        assert shown is not None
        return shown

    @property
    def name(self) -> str:
        return self._shown.name

    @property
    def labels(self) -> Labels:
        return self._shown.labels

    @property
    def annotations(self) -> Labels:
        return self._shown.annotations

    @property
    def hostname(self) -> str:
        return self.labels.get(HOSTNAME) or self.name

    @property
    def described(self) -> str:
        """Its objects, as events name them."""
        named = (("nodeclaim", self.claim), ("node", self.node))
        return ", ".join(f"{kind}/{o.name}" for kind, o in named if o is not None)

    @cached_property
    def registered(self) -> bool:
        """Whether its own labels are complete; nodes that Karpenter does not manage are."""
        return self.claim is None or (self.node is not None and self.node.labels.get(REGISTERED) == "true")

    @cached_property
    def initialized(self) -> bool:
        """Whether pods can run on it; nodes that Karpenter does not manage count as such."""
        return self.claim is None or (self.node is not None and self.node.labels.get(INITIALIZED) == "true")

    @cached_property
    def deleting(self) -> bool:
        """Whether it is being deleted, or marked for that (MarkedForDeletion)."""
        if self.claim is not None:
            deleted = self.claim.deleting or self.claim.condition("InstanceTerminating").true
        else:
            deleted = self.node is not None and self.node.deleting
        return self.marked or deleted

    @cached_property
    def taints(self) -> tuple[Taint, ...]:
        """The taints that pods must tolerate: until the node is initialized, not those that will go."""
        if self.claim is None:
            return self._shown.taints
        taints = self._shown.taints
        if self.initialized:
            return taints
        startup = {(taint.key, taint.effect) for taint in self.claim.startup_taints}
        return tuple(t for t in taints if not is_ephemeral(t) and (t.key, t.effect) not in startup)

    @cached_property
    def capacity(self) -> Amounts:
        return {**self._amounts("capacity"), NODES: UNIT}

    @cached_property
    def available(self) -> Amounts:
        """What is left of the node for more pods."""
        used: Amounts = {}
        for pod in self.pods:
            if not pod.terminal:
                used = plus(used, pod.requests)
        return minus(self._amounts("allocatable"), used)

    def _amounts(self, kind: str) -> Amounts:
        """Return capacity or allocatable; until the node is initialized the NodeClaim says what it lacks."""
        of_node: Amounts = getattr(self.node, kind) if self.node is not None else {}
        if self.initialized or self.claim is None:
            return of_node
        promised: Amounts = getattr(self.claim, kind)
        return {**of_node, **{name: amount for name, amount in promised.items() if not of_node.get(name)}}

    @cached_property
    def daemon_requests(self) -> Amounts:
        """What the daemon pods that run there request."""
        total: Amounts = {}
        for pod in self.pods:
            if pod.of_daemon_set and not pod.terminal:
                total = plus(total, pod.requests)
        return total
