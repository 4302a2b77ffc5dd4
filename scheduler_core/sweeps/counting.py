"""Endings counted by cell; a tally is all that leaves a worker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from scheduler_core.cluster.columns import IntArray

from .contract import SweepTallyCell
from .ending import NO_NODE, Ending


@dataclass(frozen=True, slots=True)
class Places:
    """The columns of a picture: to which each node belongs, and how many they are; one more is for pending pods."""

    of_node: IntArray
    count: int

    def of(self, nodes: IntArray) -> IntArray:
        """Return the column of each pod, given the number of its node or NO_NODE."""
        return np.where(nodes == NO_NODE, self.count, self.of_node[nodes])


@dataclass(frozen=True, slots=True)
class Detail:
    """What is counted of each cell besides totals.

    `workload_of` has the workload of each pod, `landing` and `pods` the columns of their pictures, None without one.
    `chosen` is the pod whose node is counted.
    """

    workload_of: IntArray
    per_workload: bool = False
    landing: Places | None = None
    pods: Places | None = None
    ties: bool = False
    chosen: int | None = None


@dataclass(slots=True)
class CellSums:
    """The sums of one cell. `workload_of` of a run is that of its pods."""

    detail: Detail
    totals: Counter[str] = field(default_factory=Counter)
    _skews: int = 0
    _has_skew: bool = False
    _first: tuple[int, str, str] | None = None
    _nodes: list[IntArray] = field(default_factory=list)
    _tied: IntArray | None = None

    def add(self, point: int, ending: Ending, **others: int) -> None:
        """Count the run of a point; `others` are further totals."""
        self.totals.update(
            runs=1,
            placed=ending.placed,
            pending=ending.pending,
            evicted=ending.evicted,
            nodes_used=ending.nodes_used,
            tied=ending.tied_decisions,
            **others,
        )
        if ending.skew is not None:
            self._has_skew, self._skews = True, self._skews + ending.skew
        if ending.first_pending is not None:
            first = (point, *ending.first_pending)
            self._first = first if self._first is None else min(self._first, first)
        self._nodes.append(ending.nodes)
        if self.detail.ties:
            tied = ending.tied.astype(np.int64)
            self._tied = tied if self._tied is None else self._tied + tied

    def finished(self) -> SweepTallyCell:
        """Return the sums as JSON; what is 0 of the matrices is absent."""
        detail, nodes = self.detail, np.array(self._nodes)
        cell: SweepTallyCell = {**self.totals}  # type: ignore[typeddict-item]
        if self._has_skew:
            cell["skew"] = self._skews
        if self._first is not None:
            cell["first_pending"] = [*self._first]
        if detail.per_workload:
            is_placed = nodes != NO_NODE
            workloads = np.broadcast_to(detail.workload_of, nodes.shape)
            cell["workload_placed"] = _counts(workloads[is_placed])
            cell["workload_pending"] = _counts(workloads[~is_placed])
        if detail.landing is not None:
            columns = detail.landing.count + 1
            cell["landing"] = _pairs(detail.workload_of * columns + detail.landing.of(nodes), columns)
        if detail.pods is not None:
            columns = detail.pods.count + 1
            pods = np.arange(nodes.shape[1], dtype=np.int64)
            cell["pods"] = _pairs(pods * columns + detail.pods.of(nodes), columns)
        if self._tied is not None:
            cell["ties"] = {str(pod): int(self._tied[pod]) for pod in np.flatnonzero(self._tied).tolist()}
        if detail.chosen is not None:
            cell["winners"] = _counts(nodes[:, detail.chosen])
        return cell


def _counts(values: IntArray) -> dict[str, int]:
    """Return how often each number comes."""
    numbers, counts = np.unique(values, return_counts=True)
    return {str(number): count for number, count in zip(numbers.tolist(), counts.tolist(), strict=True)}


def _pairs(values: IntArray, columns: int) -> dict[str, int]:
    """Return how often each pair of a row and a column comes, given as row * columns + column."""
    numbers, counts = np.unique(values, return_counts=True)
    return {
        f"{number // columns}/{number % columns}": count
        for number, count in zip(numbers.tolist(), counts.tolist(), strict=True)
    }


def pairs_of(counts: Mapping[str, int]) -> list[tuple[int, int, int]]:
    """Return the row, the column and the count of each "row/column"."""
    return [(*map(int, key.split("/")), count) for key, count in counts.items()]  # type: ignore[misc]


def numbered(values: Sequence[str], distinct: Sequence[str]) -> IntArray:
    """Return the place of each value among the distinct ones."""
    place = {value: i for i, value in enumerate(distinct)}
    return np.array([place[value] for value in values], dtype=np.int64)
