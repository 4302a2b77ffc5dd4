"""What a workload would get by itself: flavors, victims, fewer pods, places.

Mirrors getAssignments of pkg/scheduler/scheduler.go @ v0.19.2.
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.queueing.assignment.assigner import FlavorAssigner
from scheduler_core.queueing.assignment.modes import Mode
from scheduler_core.queueing.assignment.reducer import search_counts
from scheduler_core.queueing.assignment.result import Assignment
from scheduler_core.queueing.assignment.topology import take_placements, topology_requests
from scheduler_core.queueing.preemption.preemptor import FairSharing, Preemptor
from scheduler_core.queueing.preemption.search import Target
from scheduler_core.queueing.queues.manager import same_shape
from scheduler_core.queueing.snapshot.info import WorkloadInfo
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot, Snapshot
from scheduler_core.queueing.topology.snapshot import find_places

from .entry import CountsTried, Nomination


@dataclass(frozen=True, slots=True)
class Nominator:
    """Finds what workloads would get, in one snapshot and one cycle."""

    snapshot: Snapshot
    fair_sharing: FairSharing | None
    cycle: int

    def nominate(self, info: WorkloadInfo) -> Nomination:
        """Return what the workload would get as things are now (getAssignments)."""
        queue = self.snapshot.queues[info.cluster_queue]
        if info.last_search is not None and self._is_outdated(info, queue):
            info.last_search = None
        nomination = self._search(info)
        self._place(info, queue, nomination)
        return nomination

    def _is_outdated(self, info: WorkloadInfo, queue: QueueSnapshot) -> bool:
        """Return whether the search for flavors begins with the first one again (lastAssignmentOutdated)."""
        search = info.last_search
        assert search is not None, "only a search that was made can be outdated"
        if self.snapshot.gates.flavor_fungibility_preserve_scan_progress:
            if not same_shape(search, info):
                return True
            if self.cycle - search.cycle <= 1:
                return False
        return queue.generation > search.generation

    def _search(self, info: WorkloadInfo) -> Nomination:
        """Search flavors and victims for all pods, or for as many as can be had (getInitialAssignments)."""
        preemptor = Preemptor(self.snapshot, self.fair_sharing)
        assigner = FlavorAssigner(
            info,
            self.snapshot,
            preemptor.possibility,
            cycle=self.cycle,
            fair_sharing=self.fair_sharing is not None,
        )
        tried: list[CountsTried] = []

        def attempt(counts: tuple[int, ...] | None) -> tuple[Assignment, list[Target]]:
            assignment = assigner.assign(counts)
            if counts is not None:
                tried.append(CountsTried(counts, assignment.mode))
            targets = preemptor.targets(info, assignment) if assignment.mode is Mode.PREEMPT else []
            return assignment, targets

        def accepted(counts: tuple[int, ...]) -> tuple[Assignment, list[Target]] | None:
            assignment, targets = attempt(counts)
            return (assignment, targets) if assignment.mode is Mode.FIT or targets else None

        assignment, targets = attempt(None)
        shrinks = self.snapshot.gates.partial_admission and info.workload.may_shrink
        if assignment.mode is not Mode.FIT and not targets and shrinks:
            assignment, targets = search_counts(info.workload.pod_sets, accepted) or (assignment, targets)
        return Nomination(assignment, targets, preemptor.searches, tried)

    def _place(self, info: WorkloadInfo, queue: QueueSnapshot, nomination: Nomination) -> None:
        """Find places for one who has to wait: with the victims gone, or on an empty cluster.

        Mirrors updateAssignmentForTAS. The places are a reservation, so that nobody less important takes them.
        """
        assignment = nomination.assignment
        wanted = queue.topology_only or any(p.asks_for_topology for p in info.workload.pod_sets)
        gates = self.snapshot.gates
        if not gates.topology_aware_scheduling or assignment.mode is not Mode.PREEMPT or not wanted:
            return
        placements = None if nomination.targets else assignment.reservation
        if placements is None:
            requests, gone = topology_requests(assignment, info, queue), nomination.targets
            with self.snapshot.without_usage_of(target.info for target in gone):
                placements = find_places(queue.topologies, requests, info.workload, empty=not gone)
        take_placements(assignment, info, queue, placements)
