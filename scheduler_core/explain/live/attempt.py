"""A cycle of a running cluster computed again: which nodes the scheduler may choose at a moment.

The scheduler of a large cluster does not look at all nodes, and begins where it stopped the last time. Where that is
cannot be known from outside: a node counts as a possible choice if it is one from some beginning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.outcome import Skipped
from scheduler_core.simulation.run.simulation import Simulation

_MOST_BEGINNINGS: Final = 48


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


def attempt(simulation: Simulation, pod: str, node: str | None) -> Attempt:
    """Compute the cycle of a waiting pod (`namespace/name`) that got this node, or none.

    The next cycle begins its search where this one stopped, if it agrees.
    """
    start = simulation.start_index
    result = simulation.compute(pod)
    if node is None:
        # Nothing was chosen: the search went over all nodes, and its end is its beginning.
        return Attempt(result, isinstance(result, Skipped) or not len(result.feasible))
    if isinstance(result, Skipped):
        return Attempt(result, agrees=False)
    found = result if _may_choose(result, node) else _from_elsewhere(simulation, pod, node, result)
    if found is None:
        simulation.start_index, simulation.batch = start, None
        return Attempt(result, agrees=False)
    simulation.start_index, simulation.batch = found.next_start_index, found.batch
    return Attempt(found, agrees=True)


def _may_choose(record: CycleRecord, node: str) -> bool:
    row = record.framework.handle.snapshot.index.get(node)
    return row is not None and (row == record.hint or row in record.best)


def _from_elsewhere(simulation: Simulation, pod: str, node: str, record: CycleRecord) -> CycleRecord | None:
    """Return the cycle with which the node may be chosen from another beginning, or without what batching suggests."""
    if record.only_hint_was_tried:
        simulation.batch = None
        again = simulation.compute(pod)
        if isinstance(again, CycleRecord):
            if _may_choose(again, node):
                return again
            record = again
    row = simulation.handle.snapshot.index.get(node)
    if row is None or record.search is None or record.search.length >= record.search.count:
        return None
    for start in _beginnings(record, row):
        simulation.start_index = start
        again = simulation.compute(pod)
        if isinstance(again, CycleRecord) and _may_choose(again, node):
            return again
    return None


def _beginnings(record: CycleRecord, row: int) -> list[int]:
    """Return beginnings of a search that comes by the node, spread evenly over all of them."""
    assert record.search is not None
    assert record.filter is not None
    places = np.flatnonzero(record.filter.rows == row)
    if not len(places):
        return []
    count, length = record.search.count, max(record.search.length, 1)
    steps = np.unique(np.linspace(0, length - 1, _MOST_BEGINNINGS).astype(np.int64))
    return [int(place) for place in (int(places[0]) - steps) % count]
