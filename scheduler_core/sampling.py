"""How many feasible nodes the scheduler looks for, and where it stops looking.

Mirrors numFeasibleNodesToFind and findNodesThatPassFilters of pkg/scheduler/schedule_one.go @ v1.34.1, with one
search thread: the search ends at the first feasible node beyond those that are needed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .columns import BoolArray, IntArray

MIN_FEASIBLE_NODES = 100
_MIN_PERCENTAGE = 5


def num_feasible_nodes_to_find(percentage: int, nodes: int) -> int:
    """`percentage` is percentageOfNodesToScore; 0 means 50 − nodes/125, at least 5."""
    if nodes < MIN_FEASIBLE_NODES:
        return nodes
    if percentage == 0:
        percentage = max(50 - nodes // 125, _MIN_PERCENTAGE)
    return max(nodes * percentage // 100, MIN_FEASIBLE_NODES)


@dataclass(frozen=True, slots=True)
class Search:
    """The order of visiting and its end.

    `visited` are positions in the list of nodes asked, in order; `feasible` those of them that passed. `evaluated`
    counts the nodes on which the filters ran, with the one that ended the search.
    """

    visited: IntArray
    feasible: IntArray
    evaluated: int


def search(passed: BoolArray, start: int, wanted: int) -> Search:
    """Walks from `start` around the nodes until more than `wanted` of them have passed."""
    count = len(passed)
    order = (start + np.arange(count)) % max(count, 1)
    found = np.cumsum(passed[order])
    end = int(np.searchsorted(found, wanted + 1)) if count else 0
    visited = order[:end]
    return Search(visited, visited[passed[visited]], min(end + 1, count))
