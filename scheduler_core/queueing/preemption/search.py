"""A search for victims: what it is for, what it is tried on, and what it found.

Mirrors the types of pkg/scheduler/preemption/preemption.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from scheduler_core import allowance
from scheduler_core.queueing.objects.amounts import FlavorResource
from scheduler_core.queueing.snapshot.info import Usage, WorkloadInfo
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot, Snapshot
from scheduler_core.queueing.topology.requests import TopologyRequests, first_failure
from scheduler_core.queueing.topology.snapshot import find_places

IN_CLUSTER_QUEUE = "InClusterQueue"
IN_COHORT_RECLAMATION = "InCohortReclamation"
IN_COHORT_FAIR_SHARING = "InCohortFairSharing"


@dataclass(frozen=True, slots=True)
class Target:
    """A workload that is to be preempted, and the reason that its condition gives."""

    info: WorkloadInfo
    reason: str


def _nobody() -> list[tuple[str, str]]:
    return []


@dataclass(slots=True)
class SearchRecord:
    """One search as it is recorded.

    `candidates` gives them in the order in which they are considered, each with its variant or, under fair sharing, its
    ClusterQueue: few readers want the list. `borrowing` are the tries with and without borrowing, in their order, None
    under fair sharing.
    """

    kind: str
    has_candidates: bool = False
    candidates: Callable[[], list[tuple[str, str]]] = _nobody
    borrowing: list[bool] | None = None
    targets: list[Target] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class VictimSearch:
    """What a workload needs that preemption is to free (preemptionCtx).

    `needed` is what must be freed, `usage` what the workload will use, `places` the places that it wants.
    """

    info: WorkloadInfo
    snapshot: Snapshot
    needed: frozenset[FlavorResource]
    usage: Usage
    places: TopologyRequests = field(default_factory=dict)

    @property
    def queue(self) -> QueueSnapshot:
        return self.snapshot.queues[self.info.cluster_queue]

    def fits(self, *, borrowing: bool) -> bool:
        """Return whether the workload has quota and places as things are now (workloadFits)."""
        allowance.check()
        queue = self.queue
        for fr, amount in self.usage.quota.items():
            if not borrowing and queue.borrows_with(fr, amount):
                return False
            if amount > queue.free(fr):
                return False
        return not self.places or not first_failure(
            find_places(queue.topologies, self.places, self.info.workload)
        )

    def take_out(self, info: WorkloadInfo) -> None:
        """Remove what a candidate uses; its room in topologies matters to one alone who wants places."""
        self.snapshot.queues[info.cluster_queue].remove(info.usage, rooms=bool(self.places))

    def put_back(self, info: WorkloadInfo) -> None:
        """Put a candidate back that was taken out."""
        self.snapshot.queues[info.cluster_queue].add(info.usage, rooms=bool(self.places))

    def fill_back(self, targets: list[Target], *, borrowing: bool) -> list[Target]:
        """Restore workloads that need not be preempted, from the last but one to the first (fillBackWorkloads).

        As upstream, the last target takes the place of the one that was put back.
        """
        for i in range(len(targets) - 2, -1, -1):
            self.put_back(targets[i].info)
            if self.fits(borrowing=borrowing):
                targets[i] = targets[-1]
                targets.pop()
            else:
                self.take_out(targets[i].info)
        return targets

    def restore(self, targets: Sequence[Target]) -> None:
        """Put all targets back (restoreSnapshot)."""
        for target in targets:
            self.put_back(target.info)
