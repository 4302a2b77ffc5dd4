"""The queues of all ClusterQueues, and which workloads are requeued when something finishes.

Mirrors pkg/cache/queue/manager.go and inadmissible_workloads.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.cluster import QueueingObjects
from scheduler_core.queueing.objects.workload import Workload
from scheduler_core.queueing.snapshot.hierarchy import find_roots
from scheduler_core.queueing.snapshot.info import SearchState, WorkloadInfo, read_info, renewed

from .pending import PendingQueue, RequeueReason


@dataclass(frozen=True, slots=True)
class Head:
    """The first workload of a ClusterQueue; `is_preemptor` is whether it waits for its victims."""

    info: WorkloadInfo
    is_preemptor: bool


class QueueManager:
    """All queues by the name of their ClusterQueue (Manager)."""

    def __init__(self, objects: QueueingObjects, gates: Gates, inactive: Collection[str]) -> None:
        self.queues = {name: PendingQueue(spec) for name, spec in sorted(objects.cluster_queues.items())}
        self._objects = objects
        self._gates = gates
        self._admitting = [queue for name, queue in self.queues.items() if name not in inactive]
        roots = find_roots(objects.cohorts)
        self._roots = {
            name: roots.get(spec.cohort, spec.cohort) for name, spec in objects.cluster_queues.items()
        }
        self._to_unpark: set[str] = set()

    def queue_of(self, workload: Workload) -> PendingQueue | None:
        """Return the queue of a workload, None if its LocalQueue or ClusterQueue does not exist."""
        local = self._objects.local_queues.get(f"{workload.namespace}/{workload.queue}")
        return self.queues.get(local.cluster_queue) if local else None

    def add_or_update(self, workload: Workload) -> None:
        """Take a workload in, or a newer version of it (AddOrUpdateWorkload).

        Where its last search for flavors stopped is kept if its shape is the same.
        """
        queue = self.queue_of(workload)
        if queue is None or not is_admissible(workload) or self._is_parent(workload):
            return
        tracked = queue.tracked(workload.key)
        info = (
            renewed(tracked, workload, self._gates)
            if tracked
            else read_info(workload, self._gates, queue.spec.name)
        )
        if self._gates.flavor_fungibility_preserve_scan_progress and tracked is not None:
            search = tracked.last_search
            info.last_search = search if search and same_shape(search, info) else None
        queue.push_or_update(info)

    def _is_parent(self, workload: Workload) -> bool:
        """Return whether only the variants of a workload wait."""
        return self._gates.concurrent_admission and workload.has_variants

    def requeue(self, info: WorkloadInfo, workload: Workload, reason: RequeueReason) -> bool:
        """Put a head back with the newest version of its workload; return whether it was added (RequeueWorkload)."""
        queue = self.queue_of(workload)
        if queue is None or not is_admissible(workload):
            return False
        newest = renewed(info, workload, self._gates)
        newest.last_search = info.last_search
        return queue.requeue(newest, reason)

    def delete(self, workload: Workload) -> None:
        """Forget a workload (DeleteWorkload)."""
        if queue := self.queue_of(workload):
            queue.delete(workload.key)

    def heads(self) -> list[Head]:
        """Take the first workload of each ClusterQueue that is active, in the order of their names (heads)."""
        heads = []
        for queue in self._admitting:
            info = queue.pop()
            if info is not None:
                heads.append(Head(replace(info, nominated={}), info.key == queue.preemptor))
        return heads

    @property
    def has_heads(self) -> bool:
        return any(queue.active for queue in self._admitting)

    def notify(self, workload: Workload) -> None:
        """Ask that parked workloads of the whole cohort tree are looked at again (NotifyRetryInadmissible)."""
        if queue := self.queue_of(workload):
            self._to_unpark.add(queue.spec.name)

    def carry_out_requests(self) -> None:
        """Let the parked workloads wait for their turn again that were asked for."""
        if not self._to_unpark:
            return
        roots = {self._roots[name] for name in self._to_unpark}
        for name, queue in self.queues.items():
            if name in self._to_unpark or (self._roots[name] and self._roots[name] in roots):
                queue.unpark(self._objects.namespaces)
        self._to_unpark.clear()


def is_admissible(workload: Workload) -> bool:
    """Return whether a workload belongs in a queue at all (IsAdmissible)."""
    return workload.active and not workload.finished and not workload.reserves_quota


def same_shape(search: SearchState, info: WorkloadInfo) -> bool:
    """Return whether a search was made for the shape that the workload has (MatchesSchedulingShape)."""
    return search.shape is None or info.shape is None or search.shape == info.shape
