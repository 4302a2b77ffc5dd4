"""Whom to preempt for a workload, and whether preemption could free an amount.

Mirrors pkg/scheduler/preemption/preemption.go and preemption_oracle.go @ v0.19.2.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scheduler_core.queueing.assignment.modes import Finding
from scheduler_core.queueing.assignment.result import Assignment
from scheduler_core.queueing.assignment.topology import topology_requests
from scheduler_core.queueing.objects.amounts import FlavorResource
from scheduler_core.queueing.snapshot.info import Usage, WorkloadInfo
from scheduler_core.queueing.snapshot.ordering import WHILE_BORROWING
from scheduler_core.queueing.snapshot.snapshot import Snapshot

from .classical import classical_targets
from .fair import STRATEGIES, Strategy, fair_targets
from .search import (
    IN_CLUSTER_QUEUE,
    IN_COHORT_FAIR_SHARING,
    IN_COHORT_RECLAMATION,
    SearchRecord,
    Target,
    VictimSearch,
)

_IN_WORDS = {
    IN_CLUSTER_QUEUE: "prioritization in the ClusterQueue",
    IN_COHORT_RECLAMATION: "reclamation within the cohort",
    IN_COHORT_FAIR_SHARING: "Fair Sharing within the cohort",
    WHILE_BORROWING: "reclamation within the cohort while borrowing",
}


@dataclass(frozen=True, slots=True)
class FairSharing:
    """The configuration of fair sharing: strategies of preemption, in the order in which they are tried."""

    strategies: tuple[Strategy, ...] = tuple(STRATEGIES.values())


@dataclass(slots=True)
class Preemptor:
    """Looks for victims in one snapshot. `searches` are the searches for targets, without the oracle's trials."""

    snapshot: Snapshot
    fair_sharing: FairSharing | None
    searches: list[SearchRecord] = field(default_factory=list)
    _tried: dict[tuple[FlavorResource, int], SearchRecord] = field(default_factory=dict)

    def targets(self, info: WorkloadInfo, assignment: Assignment) -> list[Target]:
        """Return whom to preempt so that an assignment becomes possible (GetTargets)."""
        queue = self.snapshot.queues[info.cluster_queue]
        places = {}
        if self.snapshot.gates.topology_aware_scheduling:
            places = topology_requests(assignment, info, queue)
        usage = Usage(assignment.total_requests(info), info.usage.topology)
        search = VictimSearch(info, self.snapshot, assignment.needing_preemption(), usage, places)
        record = self._fruitless(search) or self._run(search)
        if record.has_candidates or self.fair_sharing is None:
            self.searches.append(record)
        return record.targets

    def _fruitless(self, search: VictimSearch) -> SearchRecord | None:
        """Return the oracle's trial for the same if it found no victims: with topology there would be none either."""
        if len(search.usage.quota) != 1 or search.usage.topology:
            return None
        fr, amount = next(iter(search.usage.quota.items()))
        record = self._tried.get((fr, amount)) if search.needed == {fr} else None
        return record if record and not record.targets else None

    def possibility(self, info: WorkloadInfo, fr: FlavorResource, amount: int) -> tuple[Finding, int]:
        """Return what preemption could do for one amount, without topology, and the level that is borrowed from then.

        Mirrors SimulatePreemption.
        """
        queue = self.snapshot.queues[info.cluster_queue]
        search = VictimSearch(info, self.snapshot, frozenset((fr,)), Usage({fr: amount}))
        record = self._tried[fr, amount] = self._run(search)
        targets = record.targets
        with self.snapshot.without_usage_of((target.info for target in targets), rooms=False):
            level, _ = queue.borrowing_level(fr, amount)
        if not targets:
            return Finding.NO_CANDIDATES, level
        own = any(target.info.cluster_queue == queue.name for target in targets)
        return (Finding.PREEMPT if own else Finding.RECLAIM), level

    def _run(self, search: VictimSearch) -> SearchRecord:
        if self.fair_sharing is None:
            record = SearchRecord("classical")
            record.targets = classical_targets(search, record)
        else:
            record = SearchRecord("fair")
            record.targets = fair_targets(search, record, self.fair_sharing.strategies)
        return record


def preemption_message(preemptor: WorkloadInfo, target: Target, snapshot: Snapshot) -> str:
    """Return the message of a victim's conditions (preemptionMessage)."""
    uid = preemptor.workload.uid or "UNKNOWN"
    job = preemptor.workload.job_uid or "UNKNOWN"
    preemptor_path = snapshot.queues[preemptor.cluster_queue].path
    victim_path = snapshot.queues[target.info.cluster_queue].path
    return (
        f"Preempted to accommodate a workload (UID: {uid}, JobUID: {job}) due to {_IN_WORDS[target.reason]};"
        f" preemptor path: {preemptor_path}; preemptee path: {victim_path}"
    )
