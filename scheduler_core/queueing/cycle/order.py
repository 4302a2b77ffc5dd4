"""In which order the nominated heads are processed.

Mirrors makeClassicalIterator of pkg/scheduler/scheduler.go and fair_sharing_iterator.go @ v0.19.2. Where Kueue leaves
an order open, ClusterQueues go by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.amounts import FlavorAmounts
from scheduler_core.queueing.snapshot.ordering import queue_time
from scheduler_core.queueing.snapshot.quota_tree import CohortNode
from scheduler_core.queueing.snapshot.share import Share
from scheduler_core.queueing.snapshot.shares import share_of

from .entry import Entry


def classical_order(entries: Sequence[Entry], gates: Gates) -> Iterator[Entry]:
    """Yield reserved quota first, then less borrowing, higher priority, and older workloads."""

    def key(entry: Entry) -> tuple[bool, bool, int, int, float]:
        workload = entry.info.workload
        return (
            not workload.reserves_quota,
            gates.prioritize_preemptor_workloads and not entry.is_preemptor,
            entry.assignment.level,
            -workload.priority if gates.priority_sorting_within_cohort else 0,
            queue_time(workload, gates),
        )

    yield from sorted(entries, key=key)


def fair_order(entries: Sequence[Entry], gates: Gates) -> Iterator[Entry]:
    """Yield the winner of a tournament over the tree of cohorts, again for each entry (runTournament).

    Between two entries the snapshot may change: shares are counted again below a root whose entry used something.
    """
    left = {entry.queue.name: entry for entry in sorted(entries, key=lambda entry: entry.queue.name)}
    former: dict[CohortNode, _Tournament] = {}
    while left:
        entry, root = next(iter(left.values())), None
        if entry.queue.parent is not None:
            root = entry.queue.parent.root
            former[root] = _Tournament(left, root, gates, former.get(root))
            entry = former[root].winner
            entry.shares = former[root].shares
        del left[entry.queue.name]
        yield entry
        if root is not None and entry.used:
            del former[root]


class _Tournament:
    """One tournament below a root: shares with the workload added, at every node on its way up.

    They are those of a `former` tournament since which nothing has changed, if there is one.
    """

    def __init__(
        self, entries: dict[str, Entry], root: CohortNode, gates: Gates, former: _Tournament | None
    ) -> None:
        self.shares: dict[tuple[str, str], Share] = {}
        self._requests: dict[str, FlavorAmounts] = {}
        self._entries = entries
        self._gates = gates
        if former is None:
            for queue in root.all_queues:
                if entry := entries.get(queue.name):
                    self._count(entry)
        else:
            gone = former.winner.info.key
            self.shares = {key: share for key, share in former.shares.items() if key[1] != gone}
            self._requests = former._requests
        winner = self._won(root)
        assert winner is not None, "the root has an entry below it"
        self.winner: Entry = winner

    def _count(self, entry: Entry) -> None:
        """Count the shares on the way up with the workload added (computeDRS)."""
        usage = entry.assignment.usage(reserved=entry.info.workload.reserves_quota)
        self._requests[entry.info.key] = usage.quota
        with entry.queue.with_usage(usage, rooms=False):
            share = share_of(entry.queue)
            for cohort in entry.queue.ancestors():
                self.shares[cohort.name, entry.info.key] = share
                share = share_of(cohort)

    def _won(self, root: CohortNode) -> Entry | None:
        """Return the best workload below a root, None if there is none left (runTournament)."""
        winners: dict[CohortNode, Entry | None] = {}
        for cohort in reversed(root.cohorts_below):
            below = [winners.pop(child) for child in cohort.cohorts]
            winners[cohort] = self._best(cohort, below)
        return winners[root]

    def _best(self, cohort: CohortNode, below: Sequence[Entry | None]) -> Entry | None:
        """Return the best of the winners below a cohort and of its ClusterQueues."""
        candidates = [*below, *(self._entries.get(queue.name) for queue in cohort.queues)]
        best: Entry | None = None
        for current in candidates:
            if current and (best is None or self._key(current, cohort) < self._key(best, cohort)):
                best = current
        return best

    def _key(self, entry: Entry, cohort: CohortNode) -> tuple[bool, bool, tuple[bool, float], int, float]:
        """Return what the children of a cohort are compared by (less)."""
        share = self.shares[cohort.name, entry.info.key]
        borrows = share.borrows_on(self._requests[entry.info.key])
        workload = entry.info.workload
        return (
            self._gates.prioritize_preemptor_workloads and not entry.is_preemptor,
            self._gates.fair_sharing_prioritize_non_borrowing and borrows,
            share.key,
            -workload.priority if self._gates.priority_sorting_within_cohort else 0,
            queue_time(workload, self._gates),
        )
