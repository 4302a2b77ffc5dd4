"""A cycle of a running cluster computed again: which nodes the scheduler may choose at a moment.

The scheduler of a large cluster does not look at all nodes, and begins where it stopped the last time. Where that is
cannot be known from outside: a node counts as a possible choice if it is one from some beginning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cycle.cycle import CycleRecord, choose_node
from scheduler_core.simulation.run.outcome import Skipped
from scheduler_core.simulation.run.simulation import Simulation

_MOST_BEGINNINGS: Final = 48
_FEW_BEGINNINGS: Final = 6
_FEW: Final = 4
_ALL: Final = 100  # per cent of the nodes


@dataclass(slots=True)
class Attempt:
    """A cycle computed again, and whether it agrees with what the cluster's scheduler decided.

    `result` refers to the snapshot as it was when the attempt was made: read it before anything changes.
    """

    result: CycleRecord | Skipped
    agrees: bool

    @property
    def record(self) -> CycleRecord | None:
        return self.result if isinstance(self.result, CycleRecord) else None

    @property
    def choices(self) -> list[str]:
        """The names of the nodes that may be chosen."""
        record = self.record
        if record is None or not len(record.feasible):
            return []
        nodes = record.framework.handle.snapshot.nodes
        rows = record.best.tolist() if len(record.best) else record.feasible.tolist()
        return [nodes[row].name for row in rows]


def attempt(simulation: Simulation, pod: str, node: str | None, *, thorough: bool = True) -> Attempt:
    """Compute the cycle of a waiting pod (`namespace/name`) that got this node, or none.

    The next cycle begins its search where this one stopped, if it agrees. Other beginnings of the search are tried: all
    that may matter, or few of them.
    """
    start = simulation.start_index
    result = simulation.compute(pod)
    if node is None:
        # Nothing was chosen: the search went over all nodes, and its end is its beginning.
        return Attempt(result, isinstance(result, Skipped) or not len(result.feasible))
    if isinstance(result, Skipped):
        return Attempt(result, agrees=False)
    if _may_choose(result, node):
        record: CycleRecord | None = result
    else:
        record = _from_elsewhere(simulation, pod, node, result, thorough=thorough)
    if record is None:
        simulation.start_index, simulation.batch = start, None
        return Attempt(result, agrees=False)
    simulation.start_index, simulation.batch = record.next_start_index, record.batch
    return Attempt(record, agrees=True)


def over_all_nodes(record: CycleRecord) -> CycleRecord:
    """Return the cycle as it would be with all nodes looked at; the snapshot has not changed since."""
    return choose_node(
        record.framework, record.pod, percentage=_ALL, start_index=0, rng=None, post_filter=False
    )


def _may_choose(record: CycleRecord, node: str) -> bool:
    row = record.framework.handle.snapshot.index.get(node)
    return row is not None and (row == record.hint or row in record.best)


def _from_elsewhere(
    simulation: Simulation, pod: str, node: str, record: CycleRecord, *, thorough: bool
) -> CycleRecord | None:
    """Return the cycle with which the node may be chosen from another beginning, or without what batching suggests."""
    if record.only_hint_was_tried:
        simulation.batch = None
        again = simulation.compute(pod)
        if isinstance(again, CycleRecord):
            if _may_choose(again, node):
                return again
            record = again
    if record.search is None or record.search.length >= record.search.count:
        return None
    for start in _beginnings(simulation, record, node, thorough=thorough):
        simulation.start_index = start
        again = simulation.compute(pod)
        if isinstance(again, CycleRecord) and _may_choose(again, node):
            return again
    return None


def _beginnings(simulation: Simulation, record: CycleRecord, node: str, *, thorough: bool) -> list[int]:
    """Return beginnings of searches that find the node, those first in which no better one seems to be found.

    How many points each node has is seen in a cycle over all of them. What some plugins give depends on which nodes
    were found, so that other beginnings may do as well; without these plugins they lead to a better node.
    """
    whole = over_all_nodes(record)
    if whole.score is None or whole.search is None or record.search is None:
        return []
    passing, total = whole.search.feasible, whole.score.total
    mine = np.flatnonzero(whole.feasible == simulation.handle.snapshot.index.get(node))
    if not len(mine) or len(passing) != len(total):
        return []
    place, feasible = int(mine[0]), len(record.search.feasible)
    back = _none_better(total, place, feasible)
    expected = (place - int(passing.searchsorted(record.search.start))) % len(passing)
    likely = [min(back, key=lambda steps: abs(steps - expected)), *_spread(back, _FEW)] if back else []
    count = _MOST_BEGINNINGS if thorough else _FEW_BEGINNINGS
    others = _spread(range(feasible), count) if whole.score.computed else []
    return [int(passing[place - steps]) for steps in dict.fromkeys([*likely, *others])]


def _none_better(total: IntArray, place: int, feasible: int) -> range:
    """Return how far before a place a search may begin that ends after so many places, with none better among them."""
    better = np.flatnonzero(total > total[place])
    before = int(((place - better) % len(total)).min(initial=feasible))
    after = int(((better - place) % len(total)).min(initial=feasible))
    return range(feasible - after, before)


def _spread(steps: range, count: int) -> list[int]:
    """Return so many of them, evenly spread, or all."""
    if not steps:
        return []
    return [steps[int(place)] for place in np.unique(np.linspace(0, len(steps) - 1, count).astype(np.int64))]
