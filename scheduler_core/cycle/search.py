"""How many feasible nodes the scheduler looks for, and where it stops looking.

Mirrors numFeasibleNodesToFind and findNodesThatPassFilters of pkg/scheduler/schedule_one.go @ v1.34.1, with one
search thread: the search ends at the first feasible node beyond those that are needed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scheduler_core.cluster.columns import IntArray

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
    """The order of visiting and its end, as positions in the list of the `count` nodes asked.

    `length` nodes from `start` on were visited, `feasible` are those of them that passed, in the order in which
    they were found. `evaluated` counts the nodes on which the filters ran, with the one that ended the search.
    """

    start: int
    count: int
    length: int
    feasible: IntArray

    @property
    def visited(self) -> IntArray:
        return (self.start + np.arange(self.length)) % max(self.count, 1)

    @property
    def evaluated(self) -> int:
        return min(self.length + 1, self.count)


NOTHING_SEARCHED = Search(0, 0, 0, np.zeros(0, dtype=np.int64))


def search(passed: IntArray, count: int, start: int, wanted: int) -> Search:
    """Walks from `start` around `count` nodes until more than `wanted` have passed; `passed` are their positions."""
    ahead = int(passed.searchsorted(start)) if start else 0
    found = len(passed)
    if found <= wanted:
        around = np.concatenate((passed[ahead:], passed[:ahead])) if ahead else passed
        return Search(start, count, count, around)
    end = ahead + wanted
    feasible = passed[ahead:end] if end <= found else np.concatenate((passed[ahead:], passed[: end - found]))
    return Search(start, count, (int(passed[end % found]) - start) % count, feasible)
