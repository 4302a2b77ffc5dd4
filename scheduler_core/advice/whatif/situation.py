"""What an attempt came to, for those who look for changes that would help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scheduler_core.explain.view.causes.reasons import Reason, Reasons, Refusals
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.resources import PODS
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cluster.snapshot import POD_COUNT, Snapshot
from scheduler_core.scheduler.cycle.cycle import CycleRecord

from .trial import Cluster


@dataclass
class Situation:
    """A cycle in which no node took the pod. `manifest` is that of the pod, as it was tried.

    `siblings` counts by node the pods that change with it.
    """

    record: CycleRecord
    refusals: Refusals
    cluster: Cluster
    manifest: Manifest
    siblings: Mapping[int, int] = field(default_factory=dict)

    @property
    def pod(self) -> Pod:
        return self.record.pod

    @cached_property
    def snapshot(self) -> Snapshot:
        return self.record.framework.handle.snapshot

    def node(self, row: int) -> Node:
        return self.snapshot.nodes[row]

    def free(self, resource: str, nodes: IntArray) -> IntArray:
        """Return what is free of a resource on these nodes; "pods" is the number of pods."""
        used = self.snapshot.requested[POD_COUNT if resource == PODS else resource]
        free: IntArray = self.snapshot.allocatable[resource][nodes] - used[nodes]
        return free

    def request(self, resource: str) -> int:
        """Return what the pod requests of a resource; it is one pod."""
        return 1 if resource == PODS else self.pod.template.requests.get(resource, 0)


@dataclass(frozen=True)
class NodeClass:
    """The nodes that refuse the pod for the same reasons; `nodes` are indices."""

    reasons: Reasons
    nodes: IntArray

    def resources(self) -> list[str]:
        """Return the resources that are short, but could be had."""
        return sorted(r.operand for r in self.reasons if r.kind == "resource")

    def short(self, situation: Situation, node: int) -> dict[str, int]:
        """Return by resource what is missing on a node."""
        at = self.nodes[self.nodes == node]
        missing = {r: situation.request(r) - int(situation.free(r, at)[0]) for r in self.resources()}
        return {resource: amount for resource, amount in missing.items() if amount > 0}

    def reason(self, *kinds: str) -> Reason | None:
        return next((r for r in sorted(self.reasons, key=str) if r.kind in kinds), None)
