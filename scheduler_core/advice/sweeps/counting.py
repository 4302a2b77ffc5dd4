"""Endings counted by cell; a tally is all that leaves a worker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from scheduler_core.scheduler.cluster.columns import IntArray

from .contract import SweepTallyCell
from .ending import NO_NODE, Ending

_Value = TypeVar("_Value")


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
    `chosen` is the pod whose node is counted. Without `has_pods` there are totals only.
    """

    workload_of: IntArray
    per_workload: bool = False
    landing: Places | None = None
    pods: Places | None = None
    ties: bool = False
    chosen: int | None = None
    has_pods: bool = True


@dataclass(slots=True)
class CellSums:
    """The sums of one cell."""

    detail: Detail
    totals: Counter[str] = field(default_factory=Counter)
    _skews: int = 0
    _has_skew: bool = False
    _first: tuple[int, str, str] | None = None
    _pods: list[IntArray] = field(default_factory=list)
    _nodes: list[IntArray] = field(default_factory=list)
    _points: list[int] = field(default_factory=list)
    _tied: list[IntArray] = field(default_factory=list)

    def add(self, point: int, ending: Ending, pods: IntArray | None = None, **others: int) -> None:
        """Count the run of a point.

        `pods` are the numbers of the ending's pods among those of the sweep, without them it has the same ones.
        `others` are further totals.
        """
        numbers = np.arange(len(ending.nodes)) if pods is None else pods
        self.totals.update(
            runs=1,
            placed=int(np.count_nonzero(ending.nodes != NO_NODE)),
            pending=len(ending.waiting),
            evicted=ending.evicted,
            nodes_used=ending.nodes_used,
            tied=ending.tied_decisions,
            **others,
        )
        if ending.skew is not None:
            self._has_skew, self._skews = True, self._skews + ending.skew
        if ending.waiting:
            first = (point, *next(iter(ending.waiting.items())))
            self._first = first if self._first is None else min(self._first, first)
        if not self.detail.has_pods:
            return
        self._pods.append(numbers)
        self._nodes.append(ending.nodes)
        self._points.append(point)
        self._tied.append(numbers[ending.tied])

    def finished(self) -> SweepTallyCell:
        """Return the sums as JSON; what is 0 of the matrices is absent."""
        cell: SweepTallyCell = {**self.totals}  # type: ignore[typeddict-item]
        if self._has_skew:
            cell["skew"] = self._skews
        if self._first is not None:
            cell["first_pending"] = [*self._first]
        if self._pods:
            self._count(cell, np.concatenate(self._pods), np.concatenate(self._nodes))
        return cell

    def _count(self, cell: SweepTallyCell, pods: IntArray, nodes: IntArray) -> None:
        """Add what is counted of the pods of all runs, given with their nodes."""
        detail = self.detail
        workloads = detail.workload_of[pods]
        if detail.per_workload:
            is_placed = nodes != NO_NODE
            cell["workload_placed"] = _counts(workloads[is_placed])
            cell["workload_pending"] = _counts(workloads[~is_placed])
        if detail.landing is not None:
            columns, width = detail.landing.of(nodes), detail.landing.count + 1
            points = np.repeat(self._points, [len(pods) for pods in self._pods])
            cell["landing"] = _pairs(workloads, columns, width)
            cell["landing_points"] = _first_points(workloads, columns, width, points)
        if detail.pods is not None:
            cell["pods"] = _pairs(pods, detail.pods.of(nodes), detail.pods.count + 1)
        if detail.ties:
            cell["ties"] = _counts(np.concatenate(self._tied))
        if detail.chosen is not None:
            cell["winners"] = _counts(nodes[pods == detail.chosen])


def _counts(values: IntArray) -> dict[str, int]:
    """Return how often each number comes."""
    numbers, counts = np.unique(values, return_counts=True)
    return {str(number): count for number, count in zip(numbers.tolist(), counts.tolist(), strict=True)}


def _pairs(rows: IntArray, columns: IntArray, width: int) -> dict[str, int]:
    """Return how often each pair of a row and a column below `width` comes."""
    numbers, counts = np.unique(rows * width + columns, return_counts=True)
    return {
        f"{number // width}/{number % width}": count
        for number, count in zip(numbers.tolist(), counts.tolist(), strict=True)
    }


def _first_points(rows: IntArray, columns: IntArray, width: int, points: IntArray) -> dict[str, list[int]]:
    """Return the first of the ascending points with each pair, in a list: of two lists a merge takes the lower one."""
    numbers, places = np.unique(rows * width + columns, return_index=True)
    return {
        f"{number // width}/{number % width}": [point]
        for number, point in zip(numbers.tolist(), points[places].tolist(), strict=True)
    }


def pairs_of(counts: Mapping[str, _Value]) -> list[tuple[int, int, _Value]]:
    """Return the row, the column and the value of each "row/column"."""
    return [(*map(int, key.split("/")), count) for key, count in counts.items()]  # type: ignore[misc]


def numbered(values: Sequence[str], distinct: Sequence[str]) -> IntArray:
    """Return the place of each value among the distinct ones."""
    place = {value: i for i, value in enumerate(distinct)}
    return np.array([place[value] for value in values], dtype=np.int64)
