"""Preemption under fair sharing: from the queue with the largest share.

Mirrors pkg/scheduler/preemption/fairsharing/ and fairPreemptions of preemption.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

from scheduler_core import allowance
from scheduler_core.queueing.objects.cluster_queue import NEVER
from scheduler_core.queueing.snapshot.info import WorkloadInfo
from scheduler_core.queueing.snapshot.quota_tree import CohortNode, QuotaNode
from scheduler_core.queueing.snapshot.share import LESS_THAN_ANY, Share
from scheduler_core.queueing.snapshot.shares import share_of, share_without
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot

from .candidates import candidate_order, eligible
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


Candidates = dict[str, list[WorkloadInfo]]
"""Workloads that may be preempted, by their ClusterQueues, each in the order of `candidate_order`."""


def fair_targets(search: VictimSearch, record: SearchRecord, strategies: Sequence[Strategy]) -> list[Target]:
    """Return the workloads to preempt; empty if that is not enough (fairPreemptions)."""
    candidates = dict(_candidates(search))
    record.has_candidates = bool(candidates)
    if not candidates:
        return []
    considered = [info for infos in candidates.values() for info in infos]
    record.candidates = lambda: _listed(considered, search.queue.name)
    with search.queue.with_usage(search.usage):
        hunt = _Hunt(search)
        fits, left = hunt.first(candidates, strategies[0])
        if not fits and len(strategies) > 1:
            fits = hunt.second(left)
    targets = search.fill_back(hunt.targets, borrowing=True) if fits else hunt.targets
    search.restore(targets)
    return targets if fits else []


def _listed(candidates: Sequence[WorkloadInfo], queue: str) -> list[tuple[str, str]]:
    ordered = sorted(candidates, key=lambda info: candidate_order(info, queue))
    return [(info.key, info.cluster_queue) for info in ordered]


def _candidates(search: VictimSearch) -> Iterator[tuple[str, list[WorkloadInfo]]]:
    """Yield the candidates of each ClusterQueue that has some (findCandidates)."""
    queue, preemption = search.queue, search.queue.spec.preemption
    if own := eligible(search, queue, preemption.within_cluster_queue):
        yield queue.name, own
    if queue.parent is None or preemption.reclaim_within_cohort == NEVER:
        return
    queues, needed = search.snapshot.queues, search.needed
    for node in queue.parent.root.all_queues:
        if node is queue or node.within_quota(needed):
            continue
        if own := eligible(search, queues[node.name], preemption.reclaim_within_cohort):
            yield node.name, own


class _Hunt:
    """Victims that were taken so far, while the preemptor's usage is in the snapshot."""

    def __init__(self, search: VictimSearch) -> None:
        self.search = search
        self.targets: list[Target] = []

    def first(self, candidates: Candidates, strategy: Strategy) -> tuple[bool, Candidates]:
        """Return whether the first strategy makes enough room, and whom it spared (runFirstFsStrategy)."""
        order = _TargetOrder(self.search, candidates)
        spared: Candidates = {}
        entitled = self._is_entitled()
        for queue in order:
            if queue is self.search.queue:
                fits = self._take(order.pop(queue), IN_CLUSTER_QUEUE)
            elif entitled:
                fits = self._take(order.pop(queue), IN_COHORT_RECLAMATION)
            else:
                fits = self._take_by_share(order, queue, strategy, spared)
            if fits:
                return True, {}
        return False, spared

    def second(self, candidates: Candidates) -> bool:
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
        self, order: _TargetOrder, queue: QueueSnapshot, strategy: Strategy, spared: Candidates
    ) -> bool:
        """Take the first candidate of a queue that the strategy gives up, if any."""
        preemptor, old = order.shares(queue)
        left = spared.setdefault(queue.name, [])
        if preemptor.key > old.key:  # which no removal makes larger, so that both strategies spare all
            left.extend(order.pop_all(queue))
        known: dict[Hashable, Share] = {}  # by what is freed
        while order.has_workload(queue):
            allowance.check()
            info = order.pop(queue)
            freed = tuple(info.usage.quota.items())
            if freed not in known:
                known[freed] = order.share_without(queue, info)
            if strategy(preemptor, old, known[freed]):
                return self._take(info, IN_COHORT_FAIR_SHARING)
            left.append(info)
        return False


class _TargetOrder:
    """The ClusterQueues to take from: each time the one with the largest share, from the root down.

    Mirrors TargetClusterQueueOrdering. The same queue may come several times in a row; between two of them a workload
    has to be popped, or the queue dropped.
    """

    def __init__(self, search: VictimSearch, candidates: Candidates) -> None:
        self._search = search
        self._own = search.queue
        self._path = set(search.queue.ancestors())
        self._pruned: set[QuotaNode] = set()
        self._candidates = candidates
        self._below_common: dict[QueueSnapshot, tuple[QuotaNode, QuotaNode]] = {}

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

    def pop_all(self, queue: QuotaNode) -> list[WorkloadInfo]:
        popped, self._candidates[queue.name] = self._candidates[queue.name], []
        return popped

    def drop(self, queue: QuotaNode) -> None:
        """Consider a queue no more (DropQueue)."""
        self._pruned.add(queue)

    def shares(self, queue: QueueSnapshot) -> tuple[Share, Share]:
        """Return the shares of preemptor and target below their lowest common cohort (ComputeShares)."""
        own, other = self._nodes(queue)
        return share_of(own), share_of(other)

    def share_without(self, queue: QueueSnapshot, info: WorkloadInfo) -> Share:
        """Return the target's share with a workload gone (ComputeTargetShareAfterRemoval)."""
        return share_without(queue, self._nodes(queue)[1], info.usage.quota)

    def _nodes(self, queue: QueueSnapshot) -> tuple[QuotaNode, QuotaNode]:
        """Return preemptor and target, or the cohorts above them, just below the lowest that both are in (getLCA)."""
        nodes = self._below_common.get(queue)
        if nodes is None:
            common = next(cohort for cohort in queue.ancestors() if cohort in self._path)
            nodes = self._below_common[queue] = _below(self._own, common), _below(queue, common)
        return nodes

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
