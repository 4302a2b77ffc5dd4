"""Preemption by priority and by the hierarchy of cohorts.

Mirrors pkg/scheduler/preemption/classical/ and classicalPreemptions of preemption.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from scheduler_core.queueing.objects.amounts import FlavorResource
from scheduler_core.queueing.objects.cluster_queue import NEVER
from scheduler_core.queueing.snapshot.info import WorkloadInfo
from scheduler_core.queueing.snapshot.ordering import WHILE_BORROWING
from scheduler_core.queueing.snapshot.quota_tree import CohortNode, QueueNode

from .candidates import candidate_order, eligible
from .search import IN_CLUSTER_QUEUE, IN_COHORT_RECLAMATION, SearchRecord, Target, VictimSearch


class Variant(Enum):
    """By what right a candidate may be preempted (preemptionVariant)."""

    WITHIN_QUEUE = "WithinCQ"
    HIERARCHICAL = "HierarchicalReclaim"
    WITHOUT_BORROWING = "ReclaimWithoutBorrowing"
    WHILE_BORROWING = "ReclaimWhileBorrowing"

    @property
    def reason(self) -> str:
        """The reason that a victim's condition gives (PreemptionReason)."""
        if self is Variant.WITHIN_QUEUE:
            return IN_CLUSTER_QUEUE
        return WHILE_BORROWING if self is Variant.WHILE_BORROWING else IN_COHORT_RECLAMATION


@dataclass(frozen=True, slots=True)
class Candidate:
    """A workload that may be preempted; `ancestor` is the lowest cohort that has both queues below it."""

    info: WorkloadInfo
    variant: Variant
    ancestor: CohortNode | None = None


def classical_targets(search: VictimSearch, record: SearchRecord) -> list[Target]:
    """Return the workloads to preempt; empty if that is not enough (classicalPreemptions).

    Candidates are removed in order until the workload fits; then those who need not go are put back.
    """
    own = _in_order(search, _own_candidates(search))
    hierarchical, by_priority = (_in_order(search, group) for group in _other_candidates(search))
    groups = (hierarchical, by_priority, own)
    candidates = [c for group in groups for c in group if c.info.workload.evicted]
    candidates += [c for group in groups for c in group if not c.info.workload.evicted]
    record.candidates = lambda: [(c.info.key, c.variant.value) for c in candidates]
    record.borrowing = _tries(search, others=bool(hierarchical or by_priority), reclaim=bool(hierarchical))
    for borrowing in record.borrowing:
        if targets := _remove_until_fit(search, candidates, borrowing=borrowing):
            return targets
    return []


def _tries(search: VictimSearch, *, others: bool, reclaim: bool) -> list[bool]:
    """Return the tries with and without borrowing, in their order."""
    forbidden = search.queue.spec.preemption.borrow_within_cohort == NEVER
    if not others or (forbidden and not _under_nominal(search)):
        return [True]
    return [False, True] if forbidden and not reclaim else [True, False]


def _under_nominal(search: VictimSearch) -> bool:
    """Mirrors queueUnderNominalInResourcesNeedingPreemption."""
    return all(search.queue.quota(fr).nominal > search.queue.used(fr) for fr in search.needed)


def _remove_until_fit(search: VictimSearch, candidates: list[Candidate], *, borrowing: bool) -> list[Target]:
    targets: list[Target] = []
    for candidate in candidates:
        if not _is_valid(search, candidate, borrowing=borrowing):
            continue
        search.take_out(candidate.info)
        targets.append(Target(candidate.info, candidate.variant.reason))
        if search.fits(borrowing=borrowing):
            targets = search.fill_back(targets, borrowing=borrowing)
            search.restore(targets)
            return targets
    search.restore(targets)
    return []


def _is_valid(search: VictimSearch, candidate: Candidate, *, borrowing: bool) -> bool:
    """Return whether a candidate's queue, and the cohorts on its way, still use more than is theirs.

    Mirrors candidateIsValid.
    """
    if candidate.variant is Variant.WITHIN_QUEUE:
        return True
    if borrowing and candidate.variant is Variant.WITHOUT_BORROWING:
        return False
    queue = search.snapshot.queues[candidate.info.cluster_queue]
    if queue.within_quota(search.needed):
        return False
    for cohort in queue.ancestors():
        if cohort is candidate.ancestor:
            break
        if cohort.within_quota(search.needed):
            return False
    return True


def _in_order(search: VictimSearch, candidates: list[Candidate]) -> list[Candidate]:
    name = search.queue.name
    return sorted(candidates, key=lambda c: candidate_order(c.info, name))


def _own_candidates(search: VictimSearch) -> list[Candidate]:
    """Mirrors collectSameQueueCandidates."""
    policy = search.queue.spec.preemption.within_cluster_queue
    if policy == NEVER:
        return []
    return [Candidate(info, Variant.WITHIN_QUEUE) for info in eligible(search, search.queue, policy)]


def _other_candidates(search: VictimSearch) -> tuple[list[Candidate], list[Candidate]]:
    """Return those over whom the hierarchy gives an advantage, and those over whom it is priority alone.

    Mirrors collectCandidatesForHierarchicalReclaim. Walking up, once a subtree can hold the request within its own
    quota, everything that is reached from there on is of the first kind.
    """
    hierarchical: list[Candidate] = []
    by_priority: list[Candidate] = []
    if search.queue.spec.preemption.reclaim_within_cohort == NEVER:
        return hierarchical, by_priority
    advantage, remaining = search.queue.fits_in_quota(search.usage.quota)
    former: CohortNode | None = None
    for cohort in search.queue.ancestors():
        queues = _borrowing_queues(cohort, search.needed, former)
        candidates = [
            c
            for q in queues
            if q is not search.queue
            for c in _of_queue(search, q, cohort, advantage=advantage)
        ]
        (hierarchical if advantage else by_priority).extend(candidates)
        fits, remaining = cohort.fits_in_quota(remaining)
        advantage = advantage or fits
        former = cohort
    return hierarchical, by_priority


def _borrowing_queues(
    cohort: CohortNode, needed: frozenset[FlavorResource], skipped: CohortNode | None
) -> Iterator[QueueNode]:
    """Yield the queues below a cohort that use more than is theirs, as do all cohorts on the way to them.

    Mirrors collectCandidatesInSubtree.
    """
    left, queues = [cohort], list[CohortNode]()
    while left:
        queues.append(left.pop())
        borrowing = (c for c in queues[-1].cohorts if c is not skipped and not c.within_quota(needed))
        left.extend(borrowing)
    for node in reversed(queues):
        yield from (queue for queue in node.queues if not queue.within_quota(needed))


def _of_queue(
    search: VictimSearch, queue: QueueNode, ancestor: CohortNode, *, advantage: bool
) -> Iterator[Candidate]:
    other, policy = search.snapshot.queues[queue.name], search.queue.spec.preemption.reclaim_within_cohort
    for info in eligible(search, other, policy):
        yield Candidate(info, Variant.HIERARCHICAL if advantage else _by_priority(search, info), ancestor)


def _by_priority(search: VictimSearch, info: WorkloadInfo) -> Variant:
    """Return whether a candidate may go for one who then borrows (the end of classifyPreemptionVariant)."""
    preemption = search.queue.spec.preemption
    if preemption.borrow_within_cohort == NEVER:
        return Variant.WITHOUT_BORROWING
    limit = preemption.max_priority
    priority = info.workload.priority
    above = priority >= search.info.workload.priority or (limit is not None and priority > limit)
    return Variant.WITHOUT_BORROWING if above else Variant.WHILE_BORROWING
