"""The search for repairs: sets of changes after which the pod has a node, cheapest first."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from scheduler_core.explain.view.causes.reasons import Refusals, refusals
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.outcome import Skipped

from .change import DEFAULT_COSTS, Change, Changes, Costs, cost_of
from .offers.eviction import MANY_MOVED, move_pods
from .offers.pod import other_scheduler, ungated
from .offers.registry import node_classes, offers
from .offers.scoring import scoring, search_all
from .situation import Situation
from .trial import Trial

MOST_CHANGES = 3
MOST_ATTEMPTS = 1000
FEW_CHANGES = 12  # of which all sets are tried
_PREEMPTING = (("priority",), ("preemptionPolicy",))  # changes that help by PostFilter alone

Signatures = IntArray
"""Per node a number for the reasons for which it refuses the pod, 0 for a node without any."""


@dataclass(frozen=True, slots=True)
class Solution:
    """Changes after which a cycle found a node for the pod."""

    changes: Changes
    cost: float
    node: str


class _Queue:
    """Sets of changes to try, in the order of cost and rank; each set comes once."""

    def __init__(self, costs: Costs) -> None:
        self._costs = costs
        self._entries: list[tuple[float, float, int, Changes, Signatures | None]] = []
        self._pushed: set[frozenset[Change]] = set()

    def push(self, changes: Changes, parent: Signatures | None) -> None:
        if frozenset(changes) not in self._pushed:
            self._pushed.add(frozenset(changes))
            order = cost_of(changes, self._costs), sum(change.rank for change in changes), len(self._pushed)
            heapq.heappush(self._entries, (*order, changes, parent))

    def __len__(self) -> int:
        return len(self._entries)

    def is_new(self, changes: Changes) -> bool:
        return frozenset(changes) not in self._pushed

    def clear(self) -> None:
        self._entries.clear()

    def __iter__(self) -> Iterator[tuple[Changes, Signatures | None]]:
        while self._entries:
            yield heapq.heappop(self._entries)[3:]


@dataclass
class Search:
    """A search over sets of changes, in the order of their cost.

    A set is tried by a cycle. If no node takes the pod yet, each change is added that could let in a node which the set
    has brought nearer. `complete` says at the end whether nothing was left out up to `most_changes`; `sets` counts the
    sets tried, `offered` has all changes that came up. If these are few, all sets of them are tried.
    """

    trial: Trial
    costs: Costs = field(default_factory=lambda: DEFAULT_COSTS)
    target: str | None = None
    most_changes: int = MOST_CHANGES
    most_attempts: int = MOST_ATTEMPTS
    complete: bool = True
    sets: int = 0
    offered: dict[Change, None] = field(default_factory=dict)
    solutions: list[Solution] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._queue = _Queue(self.costs)

    def repairs(self) -> Iterator[Solution]:
        """Yield the minimal sets of changes as they are found, the cheapest first.

        One may turn out not to be minimal when a later one is found: `solutions` has those that are, at the end.
        """
        return (solution for solution in self.steps() if solution is not None)

    def steps(self) -> Iterator[Solution | None]:
        """Yield what `repairs` does, and None after each set that was tried: so one sees how far it is."""
        self._queue.push((), None)
        for changes, parent in self._queue:
            yield from self._expand(changes, parent)
            yield None
        if self.complete and len(self.offered) <= FEW_CHANGES:
            yield from self._rest()
        if not self.solutions:
            yield from self._many_moves()

    @property
    def expected(self) -> int:
        """The sets to be tried in all, as far as is known: a set that does not help may lead to larger ones."""
        return min(self.sets + len(self._queue), self.most_attempts)

    def _expand(self, changes: Changes, parent: Signatures | None) -> Iterator[Solution]:
        """Try a set: yield it if it is a repair, otherwise queue the larger ones that it leads to."""
        result = self._tried(changes)
        if result is None:
            return
        if (node := self._goal(changes, result)) is not None:
            yield from self._keep(*self._minimal(changes, node))
        elif len(changes) < self.most_changes and not preempts(changes):
            refused = refusals(result)
            signatures = _signatures(result, refused)
            in_play = self._in_play(result, signatures, parent)
            for change in self._further(changes, result, refused, in_play):
                self._queue.push((*changes, change), signatures)

    def _tried(self, changes: Changes) -> CycleRecord | Skipped | None:
        """Return the attempt with a set; None for one that is needless, impossible, or beyond the limit."""
        if self._is_needless(changes):
            return None
        if self.sets >= self.most_attempts:
            self.complete = False
            self._queue.clear()
            return None
        self.sets += 1
        return self.attempt(changes)

    def _rest(self) -> Iterator[Solution]:
        """Try all other sets of the changes that came up: they may help in ways that no reason of a node shows."""
        changes = [change for change in self.offered if not preempts((change,)) and not _moves(change)]
        for size in range(2, self.most_changes + 1):
            for chosen in combinations(changes, size):
                if len({change.dial for change in chosen}) == size and self._queue.is_new(chosen):
                    result = self._tried(chosen)
                    if result is not None and (node := self._goal(chosen, result)) is not None:
                        yield from self._keep(*self._minimal(chosen, node))

    def _many_moves(self) -> Iterator[Solution]:
        """Try to move more pods than other searches do. With this the search is not complete: fewer may be enough."""
        result = self.attempt(())
        if not isinstance(result, CycleRecord):
            return
        refused = refusals(result)
        in_play = self._in_play(result, _signatures(result, refused), None)
        situation = self._situation((), result, refused)
        for nodes in node_classes(situation, in_play):
            for change in move_pods(situation, nodes, MANY_MOVED):
                moved = self.attempt((change,))
                if moved is not None and (node := self._goal((change,), moved)) is not None:
                    self.complete = False
                    yield from self._keep((change,), node)

    def _situation(self, changes: Changes, result: CycleRecord, refused: Refusals) -> Situation:
        cluster, manifest = self.trial.cluster_with(changes), self.trial.manifest_with(changes)
        siblings = Counter(node for _, node in self.trial.siblings)
        return Situation(result, refused, cluster, manifest, siblings)

    def _keep(self, changes: Changes, node: str) -> Iterator[Solution]:
        """Keep and yield a repair, unless one is known that does with less; those that do with more are dropped."""
        if not self._is_needless(changes):
            self.solutions = [repair for repair in self.solutions if not is_weaker(changes, repair.changes)]
            self.solutions.append(Solution(changes, cost_of(changes, self.costs), node))
            yield self.solutions[-1]

    def _further(
        self, changes: Changes, result: CycleRecord | Skipped, refused: Refusals, in_play: BoolArray
    ) -> Iterator[Change]:
        """Yield the changes that may be added to those tried."""
        dials = {change.dial for change in changes}
        for change in self._offers(changes, result, refused, in_play):
            if changes and preempts((change,)):
                continue
            self.offered.setdefault(change)
            if change.dial not in dials:
                yield change

    def _offers(
        self, changes: Changes, result: CycleRecord | Skipped, refused: Refusals, in_play: BoolArray
    ) -> Iterator[Change]:
        if isinstance(result, Skipped):
            yield from ungated(self.trial) if result.why == "Gated" else other_scheduler(self.trial)
            return
        situation = self._situation(changes, result, refused)
        row = self._target_row(result)
        if row is None or not fits(result, row):
            yield from offers(situation, in_play)
        elif row not in result.feasible:
            yield from search_all(situation)
        else:
            yield from self._scoring(changes, situation, row)

    def _scoring(self, changes: Changes, situation: Situation, row: int) -> Iterator[Change]:
        record = self.attempt(changes, whole=True)
        if isinstance(record, CycleRecord):
            yield from scoring(situation, record, row, lambda change: self._wins((*changes, change)))

    def _wins(self, changes: Changes) -> bool:
        record = self.attempt(changes, whole=True)
        return isinstance(record, CycleRecord) and record.node_name == self.target

    def _target_row(self, result: CycleRecord) -> int | None:
        return None if self.target is None else result.framework.handle.snapshot.index[self.target]

    def _in_play(
        self, result: CycleRecord | Skipped, now: Signatures, parent: Signatures | None
    ) -> BoolArray:
        """Return the nodes that may still be let in: the target or, without one, those that came nearer."""
        row = None if isinstance(result, Skipped) else self._target_row(result)
        if row is None:
            return _nearer(now, parent)
        only = np.zeros(len(now), dtype=bool)
        only[row] = True
        return only

    def _goal(self, changes: Changes, result: CycleRecord | Skipped) -> str | None:
        """Return the node that takes the pod; with a target, if it is that."""
        if self.target is None or isinstance(result, Skipped):
            return placed_on(result)
        row = self._target_row(result)
        return self.target if row in result.feasible and self._wins(changes) else None

    def attempt(self, changes: Changes, *, whole: bool = False) -> CycleRecord | Skipped | None:
        """Return the attempt with the changes, None if they do not go together."""
        try:
            return self.trial.attempt(changes, whole=whole or preempts(changes))
        except InvalidInput:
            return None

    def _minimal(self, changes: Changes, node: str) -> tuple[Changes, str]:
        """Return the changes without those that are not needed, and the node that takes the pod then."""
        for i in range(len(changes) if len(changes) > 1 else 0):
            fewer = (*changes[:i], *changes[i + 1 :])
            if any(map(_moves, fewer)):
                continue
            result = self.attempt(fewer)
            if result is not None and (other := self._goal(fewer, result)) is not None:
                return self._minimal(fewer, other)
        return changes, node

    def _is_needless(self, changes: Changes) -> bool:
        """Return whether a repair is known that does with less: fewer changes, or the same ones by smaller amounts."""
        return any(is_weaker(repair.changes, changes) for repair in self.solutions)


def is_weaker(one: Changes, other: Changes) -> bool:
    """Return whether each change of one set is in the other, by the same amount or more."""
    return all(any(change.covers(larger) for larger in other) for change in one)


def preempts(changes: Changes) -> bool:
    """Return whether a change helps by the eviction of other pods; such changes are not combined with others."""
    return any(change.dial in _PREEMPTING for change in changes)


def _moves(change: Change) -> bool:
    """Return whether a change moves pods: it was sought beside the other changes of its set, and needs them."""
    return change.dial[0] == "move"


def fits(result: CycleRecord, row: int) -> bool:
    """Return whether a node passes all filters, whether or not the search came to it."""
    run = result.filter
    if run is None or row not in run.rows:
        return row in result.feasible
    return bool(run.passed[run.rows == row][0])


def placed_on(result: CycleRecord | Skipped) -> str | None:
    """Return a node that takes the pod, or to which preemption nominates it; None if there is none."""
    if isinstance(result, Skipped) or result.error:
        return None
    if not len(result.feasible):
        return result.nominated_node or None
    return result.framework.handle.snapshot.nodes[int(result.feasible[0])].name


def _nearer(signatures: Signatures, parent: Signatures | None) -> BoolArray:
    """Return per node whether the last change brought it nearer: its reasons are others than before."""
    nearer = np.ones(len(signatures), dtype=bool)
    if parent is not None:
        nearer[: len(parent)] = signatures[: len(parent)] != parent
    return nearer


def _signatures(result: CycleRecord | Skipped, refused: Refusals) -> Signatures:
    count = 0 if isinstance(result, Skipped) else len(result.framework.handle.snapshot)
    signatures = np.zeros(count, dtype=np.int64)
    if len(refused.rows):
        signatures[refused.rows] = np.array([hash(reasons) for reasons in refused.sets])[refused.set_of]
    return signatures
