"""What a sweep is about: the pods that it schedules, their workloads, and the nodes they may come to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scheduler_core.explain.view.causes.workload import Workload, workload_of
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.nodegroups import pool_of
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.sentences import worded

from .bounds import MOST_LANDING_COUNTS, MOST_POD_COUNTS
from .contract import SweepNode, SweepWorkload
from .counting import Places, numbered


@dataclass(frozen=True)
class Subject:
    """Pods and nodes, numbered in the order of the input."""

    pods: Sequence[Pod]
    nodes: Sequence[Node]

    @cached_property
    def _workloads(self) -> list[Workload]:
        return list(dict.fromkeys(workload_of(pod) for pod in self.pods))

    @cached_property
    def workload_numbers(self) -> IntArray:
        """The number of each pod's workload."""
        number = {workload: i for i, workload in enumerate(self._workloads)}
        return np.array([number[workload_of(pod)] for pod in self.pods], dtype=np.int64)

    def workloads(self) -> list[SweepWorkload]:
        counts = np.bincount(self.workload_numbers, minlength=len(self._workloads)).tolist()
        firsts: dict[int, str] = {}
        for pod, number in zip(self.pods, self.workload_numbers.tolist(), strict=True):
            firsts.setdefault(number, pod.name)
        return [
            {
                "kind": workload.kind,
                "namespace": workload.namespace,
                "name": workload.name or firsts[number],
                "pods": counts[number],
            }
            for number, workload in enumerate(self._workloads)
        ]

    def number_of(self, pod_key: str) -> int:
        """Return the number of a pod given as namespace/name; raise InvalidInput if it is unknown."""
        if pod_key in self.numbers:
            return self.numbers[pod_key]
        message = worded(
            "must be a pending pod, got {value}: name one as namespace/name",
            value=repr(pod_key),
        )
        raise InvalidInput.of("sweep.pod", message)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each pod, by namespace/name."""
        return {pod.key: number for number, pod in enumerate(self.pods)}

    @cached_property
    def _zones(self) -> list[str]:
        return [node.zone_key[1] for node in self.nodes]

    @cached_property
    def zones(self) -> list[str]:
        """The zones of the nodes, by name; "" for nodes without one."""
        return sorted(set(self._zones))

    def node_list(self) -> list[SweepNode]:
        pairs = zip(self.nodes, self._zones, strict=True)
        return [{"name": node.name, "zone": zone, "pool": pool_of(node.labels)} for node, zone in pairs]

    @property
    def by_node(self) -> Places:
        return Places(np.arange(len(self.nodes), dtype=np.int64), len(self.nodes))

    @cached_property
    def by_zone(self) -> Places:
        return Places(numbered(self._zones, self.zones), len(self.zones))

    @property
    def landing_is_by_node(self) -> bool:
        return len(self._workloads) * (len(self.nodes) + 1) <= MOST_LANDING_COUNTS

    @property
    def landing(self) -> Places:
        """The columns of workloads: nodes, or zones if that would be too many."""
        return self.by_node if self.landing_is_by_node else self.by_zone

    @property
    def pods_are_by_node(self) -> bool:
        return len(self.pods) * (len(self.nodes) + 1) <= MOST_POD_COUNTS

    @property
    def pod_places(self) -> Places | None:
        """The columns of pods: nodes, zones, or None if even these are too many."""
        if self.pods_are_by_node:
            return self.by_node
        return self.by_zone if len(self.pods) * (len(self.zones) + 1) <= MOST_POD_COUNTS else None


def keys(pods: Iterable[Pod]) -> list[str]:
    return [pod.key for pod in pods]
