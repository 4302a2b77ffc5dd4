"""The pending workloads of one ClusterQueue: those who wait for their turn, and those who were tried and parked.

Mirrors pkg/cache/queue/cluster_queue.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum
from operator import attrgetter

from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.queueing.objects.cluster_queue import BEST_EFFORT_FIFO, STRICT_FIFO, ClusterQueue
from scheduler_core.queueing.objects.workload import EVICTED, REQUEUED
from scheduler_core.queueing.snapshot.info import WorkloadInfo


class RequeueReason(Enum):
    """Why a workload goes back to its queue."""

    GENERIC = ""
    FAILED_AFTER_NOMINATION = "FailedAfterNomination"
    NAMESPACE_MISMATCH = "NamespaceMismatch"
    PREEMPTION_GATED = "PreemptionGated"
    PENDING_PREEMPTION = "PendingPreemption"
    PENDING_MIGRATION = "PendingMigration"
    NO_FIT = "NoFit"
    NO_CANDIDATES = "PreemptionNoCandidates"


_WAITS_FOR_OTHERS = (RequeueReason.PENDING_PREEMPTION, RequeueReason.PENDING_MIGRATION)
_TRIED_AGAIN_AT_ONCE = (RequeueReason.FAILED_AFTER_NOMINATION, *_WAITS_FOR_OTHERS)
_PARKS_EQUAL_ONES = (RequeueReason.NO_FIT, RequeueReason.NO_CANDIDATES)

_BY_TURN = attrgetter("turn")


class PendingQueue:
    """The queue of one ClusterQueue.

    `active` wait for their turn, `parked` (inadmissible) wait until something ends. `preemptor` is the workload that
    waits for its victims, "" without one.
    """

    def __init__(self, spec: ClusterQueue) -> None:
        self.spec = spec
        self.active: dict[str, WorkloadInfo] = {}
        self.parked: dict[str, WorkloadInfo] = {}
        self.preemptor = ""
        self._in_flight: WorkloadInfo | None = None
        self._parked_shapes: set[Hashable] = set()

    @property
    def sticky(self) -> str:
        """The workload that stays first whatever comes, "" without one: of BestEffortFIFO alone."""
        return self.preemptor if self.spec.strategy == BEST_EFFORT_FIFO else ""

    def order(self, info: WorkloadInfo) -> tuple[bool, tuple[int, float, str]]:
        """Return what workloads are sorted by: the sticky one, then priority, time, uid (baseCompareFunc)."""
        return info.key != self.sticky, info.turn

    def pop(self) -> WorkloadInfo | None:
        """Take the first workload, None from an empty queue (Pop)."""
        if not self.active:
            self._in_flight = None
            return None
        info = self.active.get(self.sticky) or min(self.active.values(), key=_BY_TURN)
        del self.active[info.key]
        self._in_flight = info
        return info

    def tracked(self, key: str) -> WorkloadInfo | None:
        """Return a workload wherever it is kept (trackedInfo)."""
        if info := self.active.get(key) or self.parked.get(key):
            return info
        return self._in_flight if self._in_flight and self._in_flight.key == key else None

    def push_or_update(self, info: WorkloadInfo) -> None:
        """Take a workload in, or a newer version of it (PushOrUpdate).

        One that is parked stays so unless it was evicted since; one whose like were parked is parked with them.
        """
        if self._in_flight is not None and self._in_flight.key == info.key:
            return
        former = self.parked.get(info.key)
        if former is not None and _same_but_status(former, info):
            self.parked[info.key] = info
            return
        self.parked.pop(info.key, None)
        like_parked = self.spec.strategy == BEST_EFFORT_FIFO and info.shape in self._parked_shapes
        if like_parked and info.key not in self.active:
            self.parked[info.key] = info
        else:
            self.active[info.key] = info

    def requeue(self, info: WorkloadInfo, reason: RequeueReason) -> bool:
        """Put a head back, or park it; return whether it was not there already (RequeueIfNotPresent)."""
        if reason in _WAITS_FOR_OTHERS:
            self.preemptor = info.key
        self._forget_in_flight(info.key)
        if self._goes_back(info, reason):
            former = self.parked.pop(info.key, None)
            added = info.key not in self.active
            self.active.setdefault(info.key, former or info)
            return added
        if info.key in self.parked or info.key in self.active:
            return False
        self.parked[info.key] = info
        if reason in _PARKS_EQUAL_ONES and info.shape is not None:
            self._park_equal_ones(info.shape)
        return True

    def delete(self, key: str) -> None:
        """Forget a workload (Delete)."""
        self.parked.pop(key, None)
        self.active.pop(key, None)
        self._forget_in_flight(key)
        if self.preemptor == key:
            self.preemptor = ""

    def unpark(self, namespaces: dict[str, Labels]) -> int:
        """Let parked workloads wait for their turn again, and return how many (queueInadmissibleWorkloads)."""
        self._parked_shapes.clear()
        back = [
            info
            for info in self.parked.values()
            if info.workload.namespace in namespaces
            and self.spec.namespace_selector.matches(namespaces[info.workload.namespace])
            and info.key not in self.active
        ]
        for info in back:
            self.active[info.key] = self.parked.pop(info.key)
        return len(back)

    def _goes_back(self, info: WorkloadInfo, reason: RequeueReason) -> bool:
        if info.last_search is not None and info.last_search.has_flavors_left:
            return True
        if self.spec.strategy == STRICT_FIFO:
            return reason is not RequeueReason.NAMESPACE_MISMATCH
        return reason in _TRIED_AGAIN_AT_ONCE

    def _park_equal_ones(self, shape: Hashable) -> None:
        """Park all that would fare as the one that was parked (handleInadmissibleHash)."""
        if self.spec.strategy != BEST_EFFORT_FIFO:
            return
        self._parked_shapes.add(shape)
        for info in [info for info in self.active.values() if info.shape == shape]:
            self.parked[info.key] = self.active.pop(info.key)

    def _forget_in_flight(self, key: str) -> None:
        if self._in_flight is not None and self._in_flight.key == key:
            self._in_flight = None


def _same_but_status(a: WorkloadInfo, b: WorkloadInfo) -> bool:
    """Return whether a workload may still be inadmissible: neither its spec has changed nor was it evicted."""

    def compared(info: WorkloadInfo) -> tuple[object, ...]:
        workload = info.workload
        changes = workload.by_type.get(EVICTED), workload.by_type.get(REQUEUED), workload.closed_gates
        return info.shape, workload.queue, workload.active, workload.reclaimable, *changes

    return a.workload.pod_sets == b.workload.pod_sets and compared(a) == compared(b)
