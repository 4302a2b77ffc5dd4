"""Preemption under fair sharing: from whoever has the largest share.

Mirrors pkg/scheduler/preemption/fairsharing/ and fairPreemptions of preemption.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf

from scheduler_core import allowance
from scheduler_core.queueing.objects.cluster_queue import NEVER
from scheduler_core.queueing.snapshot.info import WorkloadInfo
from scheduler_core.queueing.snapshot.quota_tree import CohortNode, QuotaNode
from scheduler_core.queueing.snapshot.share import LESS_THAN_ANY, Share
from scheduler_core.queueing.snapshot.shares import share_of
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot

from .candidates import candidate_order, satisfies
from .search import (
    IN_CLUSTER_QUEUE,
    IN_COHORT_FAIR_SHARING,
    IN_COHORT_RECLAMATION,
    SearchRecord,
    Target,
    VictimSearch,
)

Strategy = Callable[[Share, Share, Share], bool]
"""Whether the preemptor's new share, the target's old share and its share without the victim allow a preemption."""


def at_most_final_share(preemptor: Share, _old: Share, new: Share) -> bool:
    """Return whether the preemptor's share is at most the target's after the removal (LessThanOrEqualToFinalShare)."""
    return preemptor.key <= new.key


def below_initial_share(preemptor: Share, old: Share, _new: Share) -> bool:
    """Return whether the preemptor's share is below the target's before the removal (LessThanInitialShare)."""
    return preemptor.key < old.key


STRATEGIES: Mapping[str, Strategy] = {
    "LessThanOrEqualToFinalShare": at_most_final_share,
    "LessThanInitialShare": below_initial_share,
}


def fair_targets(search: VictimSearch, record: SearchRecord, strategies: Sequence[Strategy]) -> list[Target]:
    """Return whom to preempt, nobody if that is not enough (fairPreemptions)."""
    name = search.queue.name
    candidates = sorted(_candidates(search), key=lambda info: candidate_order(info, name))
    record.candidates = [(info.key, info.cluster_queue) for info in candidates]
    if not candidates:
        return []
    with search.queue.with_usage(search.usage):
        hunt = _Hunt(search)
        fits, left = hunt.first(candidates, strategies[0])
        if not fits and len(strategies) > 1:
            fits = hunt.second(left)
    targets = search.fill_back(hunt.targets, borrowing=True) if fits else hunt.targets
    search.restore(targets)
    return targets if fits else []


def _candidates(search: VictimSearch) -> Iterator[WorkloadInfo]:
    """Mirrors findCandidates."""
    queue, preemption = search.queue, search.queue.spec.preemption
    yield from _eligible(search, queue, preemption.within_cluster_queue)
    if queue.parent is None:
        return
    for node in queue.parent.root.all_queues:
        other = search.snapshot.queues[node.name]
        if other is not queue and not other.within_quota(search.needed):
            yield from _eligible(search, other, preemption.reclaim_within_cohort)


def _eligible(search: VictimSearch, queue: QueueSnapshot, policy: str) -> Iterator[WorkloadInfo]:
    if policy == NEVER:
        return
    for info in queue.workloads.values():
        needed = not info.used.isdisjoint(search.needed)
        if needed and satisfies(policy, search.info.workload, info.workload, search.snapshot.gates):
            yield info


class _Hunt:
    """Victims that were taken so far, while the preemptor's usage is in the snapshot."""

    def __init__(self, search: VictimSearch) -> None:
        self.search = search
        self.targets: list[Target] = []

    def first(
        self, candidates: Sequence[WorkloadInfo], strategy: Strategy
    ) -> tuple[bool, list[WorkloadInfo]]:
        """Return whether the first strategy makes enough room, and whom it spared (runFirstFsStrategy)."""
        order = _TargetOrder(self.search, candidates)
        spared: list[WorkloadInfo] = []
        entitled = self._is_entitled()
        for queue in order:
            if queue is self.search.queue:
                fits = self._take(order.pop(queue), IN_CLUSTER_QUEUE)
            elif entitled:
                fits = self._take(order.pop(queue), IN_COHORT_RECLAMATION)
            else:
                fits = self._take_by_share(order, queue, strategy, spared)
            if fits:
                return True, []
        return False, spared

    def second(self, candidates: Sequence[WorkloadInfo]) -> bool:
        """Return whether the second strategy makes enough room, once per ClusterQueue (runSecondFsStrategy)."""
        order = _TargetOrder(self.search, candidates)
        for queue in order:
            preemptor, old = order.shares(queue)
            victim = order.pop(queue)
            if below_initial_share(preemptor, old, old) and self._take(victim, IN_COHORT_FAIR_SHARING):
                return True
            order.drop(queue)
        return False

    def _is_entitled(self) -> bool:
        """Return whether the preemptor stays within nominal quota in what it needs, whatever the shares.

        Mirrors queueWithinNominalInResourcesNeedingPreemption.
        """
        if not self.search.snapshot.gates.fair_sharing_preempt_within_nominal:
            return False
        return self.search.queue.within_quota(self.search.needed)

    def _take(self, info: WorkloadInfo, reason: str) -> bool:
        """Preempt a workload, and return whether that is enough (workloadFitsForFairSharing)."""
        self.search.take_out(info)
        self.targets.append(Target(info, reason))
        with self.search.queue.without_usage(self.search.usage):
            return self.search.fits(borrowing=True)

    def _take_by_share(
        self, order: _TargetOrder, queue: QueueSnapshot, strategy: Strategy, spared: list[WorkloadInfo]
    ) -> bool:
        """Take the first candidate of a queue that the strategy gives up, if any."""
        preemptor, old = order.shares(queue)
        hopeless = preemptor.weighted == inf and old.weighted != inf
        while order.has_workload(queue):
            allowance.check()
            info = order.pop(queue)
            if not hopeless and strategy(preemptor, old, order.share_without(queue, info)):
                return self._take(info, IN_COHORT_FAIR_SHARING)
            spared.append(info)
        return False


class _TargetOrder:
    """The ClusterQueues to take from: each time the one with the largest share, from the root down.

    Mirrors TargetClusterQueueOrdering. The same queue may come several times in a row; between two of them a workload
    has to be popped, or the queue dropped.
    """

    def __init__(self, search: VictimSearch, candidates: Sequence[WorkloadInfo]) -> None:
        self._search = search
        self._own = search.queue
        self._path = set(search.queue.ancestors())
        self._pruned: set[QuotaNode] = set()
        self._candidates: dict[str, list[WorkloadInfo]] = {}
        for info in candidates:
            self._candidates.setdefault(info.cluster_queue, []).append(info)

    def __iter__(self) -> Iterator[QueueSnapshot]:
        if self._own.parent is None:
            while self._own not in self._pruned and self.has_workload(self._own):
                yield self._own
            return
        root = self._own.parent.root
        while root not in self._pruned:
            queue = self._next(root)
            if queue is not None:
                yield queue

    def has_workload(self, queue: QuotaNode) -> bool:
        return bool(self._candidates.get(queue.name))

    def pop(self, queue: QuotaNode) -> WorkloadInfo:
        return self._candidates[queue.name].pop(0)

    def drop(self, queue: QuotaNode) -> None:
        """Consider a queue no more (DropQueue)."""
        self._pruned.add(queue)

    def shares(self, queue: QueueSnapshot) -> tuple[Share, Share]:
        """Return the shares of preemptor and target below their lowest common cohort (ComputeShares)."""
        common = self._common(queue)
        return share_of(_below(self._own, common)), share_of(_below(queue, common))

    def share_without(self, queue: QueueSnapshot, info: WorkloadInfo) -> Share:
        """Return the target's share with a workload gone (ComputeTargetShareAfterRemoval)."""
        node = _below(queue, self._common(queue))
        queue.remove(info.usage, rooms=False)
        share = share_of(node)
        queue.add(info.usage, rooms=False)
        return share

    def _common(self, queue: QueueSnapshot) -> CohortNode:
        """Return the lowest cohort that has preemptor and target below it (getLCA)."""
        return next(cohort for cohort in queue.ancestors() if cohort in self._path)

    def _next(self, cohort: CohortNode) -> QueueSnapshot | None:
        """Return the next queue below a cohort; None if this step only left nodes out (nextTarget)."""
        while True:
            queue, queue_share = self._largest_queue(cohort)
            child, child_share = self._largest_cohort(cohort)
            if child is None or child_share.key < queue_share.key:
                break
            cohort = child
        if queue is None and child is None:
            self._pruned.add(cohort)
        return queue

    def _largest_queue(self, cohort: CohortNode) -> tuple[QueueSnapshot | None, Share]:
        best: QueueSnapshot | None = None
        best_share, best_key = LESS_THAN_ANY, LESS_THAN_ANY.key
        for node in cohort.queues:
            if node in self._pruned:
                continue
            queue, share = self._search.snapshot.queues[node.name], share_of(node)
            if (not share.borrows and queue is not self._own) or not self.has_workload(queue):
                self._pruned.add(queue)
                continue
            key = share.key
            if key > best_key or (
                best is not None and key == best_key and self._first(queue) < self._first(best)
            ):
                best, best_share, best_key = queue, share, key
        return best, best_share

    def _first(self, queue: QueueSnapshot) -> tuple[bool, bool, tuple[int, float, str]]:
        return candidate_order(self._candidates[queue.name][0], self._own.name)

    def _largest_cohort(self, cohort: CohortNode) -> tuple[CohortNode | None, Share]:
        best: CohortNode | None = None
        best_share = LESS_THAN_ANY
        for child in cohort.cohorts:
            if child in self._pruned:
                continue
            share = share_of(child)
            if not share.borrows and child not in self._path:
                self._pruned.add(child)
            elif share.key >= best_share.key:
                best, best_share = child, share
        return best, best_share


def _below(queue: QuotaNode, cohort: CohortNode) -> QuotaNode:
    """Return the node on the way from a queue to a cohort whose parent the cohort is (getAlmostLCA)."""
    node = queue
    while node.parent is not None and node.parent is not cohort:
        node = node.parent
    return node
