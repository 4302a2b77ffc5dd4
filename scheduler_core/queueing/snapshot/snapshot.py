"""What a cycle sees: the quota tree, the admitted workloads, the topologies.

Mirrors pkg/cache/scheduler/snapshot.go and clusterqueue_snapshot.go @ v0.19.2. Every change is undone by its opposite.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum

from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.amounts import FlavorResource
from scheduler_core.queueing.objects.cluster_queue import ClusterQueue
from scheduler_core.queueing.objects.flavor import ResourceFlavor
from scheduler_core.queueing.objects.workload import PodSet
from scheduler_core.queueing.topology.snapshot import FlavorSnapshot

from .info import Usage, WorkloadInfo
from .quota_tree import CohortNode, QueueNode


class FitsCheck(Enum):
    """Whether usage fits: it does, there is no quota, or there is quota and no room in the topology."""

    OK = "ok"
    NO_QUOTA = "no quota"
    NO_TOPOLOGY = "no topology"


class QueueSnapshot(QueueNode):
    """A ClusterQueue in a cycle (ClusterQueueSnapshot).

    `topologies` are those of its flavors. `topology_only` is whether all its flavors have one. `generation` counts
    what may have made room. A queue that is changed is noted in `changed`.
    """

    def __init__(
        self,
        spec: ClusterQueue,
        topologies: Mapping[str, FlavorSnapshot],
        *,
        topology_only: bool,
        changed: set[str],
    ) -> None:
        super().__init__(spec)
        self.topologies = topologies
        self.topology_only = topology_only
        self._changed = changed
        self.hold({}, generation=0)

    def hold(self, workloads: Mapping[str, WorkloadInfo], generation: int) -> None:
        """Have these workloads instead of those before."""
        self.workloads = dict(workloads)
        self.generation = generation
        self._users: dict[frozenset[FlavorResource], list[WorkloadInfo]] = {}

    def free(self, fr: FlavorResource) -> int:
        """Return what can still be used, at least 0 (Available)."""
        return max(0, self.available(fr))

    def asks_for_topology(self, pod_set: PodSet) -> bool:
        """Return whether a pod set wants a topology, or gets one since the queue has nothing else (isTASRequested)."""
        return pod_set.asks_for_topology or self.topology_only

    def users(self, needed: frozenset[FlavorResource]) -> list[WorkloadInfo]:
        """Return the workloads that use one of these, in the order in which they would be preempted.

        Evicted ones come first. The list is kept until workloads come or go, and not to be changed.
        """
        queues = self._users.get(needed)
        if queues is None:
            using = (info for info in self.workloads.values() if not info.used.isdisjoint(needed))
            queues = sorted(using, key=lambda info: (not info.workload.evicted, info.victim_order))
            self._users[needed] = queues
        return queues

    def count_in(self, info: WorkloadInfo) -> None:
        """Have a workload among those of the queue."""
        self.workloads[info.key] = info
        self._users.clear()
        self._changed.add(self.name)

    def leave_out(self, info: WorkloadInfo) -> None:
        """Have it there no more."""
        self.workloads.pop(info.key, None)
        self._users.clear()
        self._changed.add(self.name)

    def add(self, usage: Usage, *, rooms: bool = True) -> None:
        """Use quota, and room in topologies if `rooms` (AddUsage)."""
        self._changed.add(self.name)
        for fr, amount in usage.quota.items():
            self.add_usage(fr, amount)
        for flavor, taken in usage.topology.items() if rooms else ():
            if flavor in self.topologies:
                self.topologies[flavor].add(taken)

    def remove(self, usage: Usage, *, rooms: bool = True) -> None:
        """Give quota back, and room in topologies if `rooms` (RemoveUsage)."""
        self._changed.add(self.name)
        for fr, amount in usage.quota.items():
            self.remove_usage(fr, amount)
        for flavor, taken in usage.topology.items() if rooms else ():
            if flavor in self.topologies:
                self.topologies[flavor].remove(taken)

    @contextmanager
    def with_usage(self, usage: Usage, *, rooms: bool = True) -> Iterator[None]:
        """Use quota, and room if `rooms`, for a while (SimulateUsageAddition)."""
        self.add(usage, rooms=rooms)
        yield
        self.remove(usage, rooms=rooms)

    @contextmanager
    def without_usage(self, usage: Usage) -> Iterator[None]:
        """Give quota and room back for a while (SimulateUsageRemoval)."""
        self.remove(usage)
        yield
        self.add(usage)

    def fits(self, usage: Usage) -> FitsCheck:
        """Return whether usage fits now (Fits)."""
        if any(self.free(fr) < amount for fr, amount in usage.quota.items()):
            return FitsCheck.NO_QUOTA
        if all(self.topologies[flavor].fits(taken) for flavor, taken in usage.topology.items()):
            return FitsCheck.OK
        return FitsCheck.NO_TOPOLOGY


class Snapshot:
    """All ClusterQueues that can admit, in their tree (Snapshot)."""

    def __init__(
        self,
        queues: Mapping[str, QueueSnapshot],
        cohorts: Mapping[str, CohortNode],
        flavors: Mapping[str, ResourceFlavor],
        inactive: frozenset[str],
        topologies: Mapping[str, FlavorSnapshot],
        gates: Gates,
    ) -> None:
        self.queues = queues
        self.cohorts = cohorts
        self.flavors = flavors
        self.inactive = inactive
        self.topologies = topologies
        self.gates = gates

    def add(self, info: WorkloadInfo) -> None:
        """Count an admitted workload (AddWorkload)."""
        queue = self.queues[info.cluster_queue]
        queue.count_in(info)
        queue.add(info.usage)

    def remove(self, info: WorkloadInfo) -> None:
        """Count it no more (RemoveWorkload)."""
        queue = self.queues[info.cluster_queue]
        queue.leave_out(info)
        queue.remove(info.usage)

    @contextmanager
    def without(self, workloads: Iterable[WorkloadInfo]) -> Iterator[None]:
        """Leave workloads out for a while, as candidates too (SimulateWorkloadRemoval)."""
        left_out = list(workloads)
        for info in left_out:
            self.remove(info)
        yield
        for info in left_out:
            self.add(info)

    @contextmanager
    def without_usage_of(self, workloads: Iterable[WorkloadInfo], *, rooms: bool = True) -> Iterator[None]:
        """Leave out what workloads use for a while (SimulateWorkloadUsageRemoval)."""
        left_out = [(self.queues[info.cluster_queue], info.usage) for info in workloads]
        for queue, usage in left_out:
            queue.remove(usage, rooms=rooms)
        yield
        for queue, usage in left_out:
            queue.add(usage, rooms=rooms)
