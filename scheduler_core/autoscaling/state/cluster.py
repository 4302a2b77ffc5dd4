"""Karpenter's view of the cluster (pkg/controllers/state/cluster.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property

from scheduler_core.autoscaling.objects.instance_types import InstanceTypes
from scheduler_core.autoscaling.objects.labels import INITIALIZED, INSTANCE_TYPE, NODEPOOL
from scheduler_core.autoscaling.objects.node import Node
from scheduler_core.autoscaling.objects.nodepool import NodePool
from scheduler_core.autoscaling.objects.objects import DaemonSet, Objects
from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.objects.quantities import Amounts, plus
from scheduler_core.autoscaling.objects.settings import Settings
from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.times import seconds

from .statenode import StateNode
from .volumeusage import NO_VOLUMES, NotFound, united, volumes_of


@dataclass(frozen=True, eq=False)
class Cluster:
    """The objects, what the provider offers, and what Karpenter remembers.

    `types` are those of the NodePools for which the provider has any, `failing` the errors of others. `marked` and
    `nominated` are names of nodes, or of NodeClaims whose node is not there.
    """

    now: float
    settings: Settings
    objects: Objects
    types: Mapping[str, InstanceTypes]
    failing: Mapping[str, str] = field(default_factory=dict)
    marked: Set[str] = frozenset()
    nominated: Set[str] = frozenset()
    node_class: tuple[str, str] | None = None
    """Group and kind of the provider's NodeClasses; None if all are."""

    @cached_property
    def nodepools(self) -> list[NodePool]:
        """The NodePools that Karpenter manages with this provider (ListManaged)."""
        return [
            pool
            for pool in self.objects.nodepools
            if self.node_class in (None, (pool.node_class.group, pool.node_class.kind))
        ]

    def nodepool_of(self, labels: Labels) -> NodePool | None:
        """Return the NodePool that labels name, if Karpenter manages it."""
        name = labels.get(NODEPOOL)
        return next((pool for pool in self.nodepools if pool.name == name), None)

    @cached_property
    def nodes(self) -> list[StateNode]:
        """The nodes by name; a NodeClaim is one as soon as it has a provider id."""
        claims = {c.provider_id: c for c in self.objects.nodeclaims if c.provider_id}
        nodes = {id: node for node in self.objects.nodes if (id := _provider_id(node))}
        found = []
        for id in {**claims, **nodes}:
            node, claim = nodes.get(id), claims.get(id)
            names = {o.name for o in (node, claim) if o is not None}
            pods = tuple(self.pods_on.get(node.name, ())) if node is not None else ()
            csi = self.objects.storage.csi_nodes.get(node.name) if node is not None else None
            volumes = NO_VOLUMES
            for pod in pods:
                mounted = NO_VOLUMES if pod.terminal else volumes_of(pod, self.objects.storage)
                if not isinstance(mounted, NotFound):
                    volumes = united(volumes, mounted)
            found.append(
                StateNode(
                    node,
                    claim,
                    pods,
                    volumes,
                    csi.limits if csi else {},
                    marked=bool(names & self.marked),
                    nominated=bool(names & self.nominated),
                )
            )
        return sorted(found, key=lambda node: node.name)

    @cached_property
    def pods_on(self) -> Mapping[str, Sequence[Pod]]:
        """The pods by the name of their node."""
        bound: dict[str, list[Pod]] = {}
        for pod in self.objects.pods:
            if pod.node_name:
                bound.setdefault(pod.node_name, []).append(pod)
        return bound

    @cached_property
    def nodes_by_name(self) -> Mapping[str, Node]:
        return {node.name: node for node in self.objects.nodes}

    def daemon_pod(self, daemonset: DaemonSet) -> Pod | None:
        """Return the newest pod of a DaemonSet (UpdateDaemonSet)."""
        namespace = daemonset.key.partition("/")[0]
        own = [
            pod
            for pod in self.objects.pods
            if pod.namespace == namespace
            and any(owner.controller and owner.uid == daemonset.uid for owner in pod.owners)
        ]
        return max(own, key=lambda pod: seconds(pod.created), default=None)

    def usage_of(self, nodepool: str) -> Amounts:
        """Return the capacity of a NodePool's nodes, without those that are going (NodePoolResourcesFor)."""
        usage: Amounts = {}
        for node in self.nodes:
            if node.labels.get(NODEPOOL) == nodepool and not node.deleting:
                usage = plus(usage, node.capacity)
        return usage


def _provider_id(node: Node) -> str:
    """Return by what a node is known, "" while Karpenter waits for more of it (UpdateNode)."""
    managed, initialized = node.labels.get(NODEPOOL), node.labels.get(INITIALIZED)
    if managed and not initialized and not node.labels.get(INSTANCE_TYPE):
        return ""
    return node.provider_id or ("" if managed else node.name)
