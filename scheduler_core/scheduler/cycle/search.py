"""How many feasible nodes the scheduler looks for, and where the search ends.

Mirrors numFeasibleNodesToFind and findNodesThatPassFilters of pkg/scheduler/schedule_one.go @ v1.34.1, with one
search thread: the search ends at the first feasible node after the needed ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scheduler_core.scheduler.cluster.columns import IntArray

MIN_FEASIBLE_NODES = 100
_MIN_PERCENTAGE = 5


def num_feasible_nodes_to_find(percentage: int, nodes: int) -> int:
    """Return the number for a percentageOfNodesToScore; 0 means 50 − nodes/125, at least 5."""
    if nodes < MIN_FEASIBLE_NODES:
        return nodes
    if percentage == 0:
        percentage = max(50 - nodes // 125, _MIN_PERCENTAGE)
    return max(nodes * percentage // 100, MIN_FEASIBLE_NODES)


@dataclass(frozen=True, slots=True)
class Search:
    """The nodes that a search visited, as positions in a list of `count` nodes.

    It visited `length` nodes from `start` on; `feasible` are those that passed, in the order of the search.
    `evaluated` counts the nodes on which the filters ran, including the one that ended the search.
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


def search(passed: IntArray, count: int, start: int, needed: int) -> Search:
    """Search from `start` around `count` nodes until more than `needed` have passed.

    `passed` are the positions of all nodes that pass, in ascending order.
    """
    ahead = int(passed.searchsorted(start)) if start else 0
    passed_count = len(passed)
    if passed_count <= needed:
        feasible = np.concatenate((passed[ahead:], passed[:ahead])) if ahead else passed
        return Search(start, count, count, feasible)
    end = ahead + needed
    feasible = (
        passed[ahead:end]
        if end <= passed_count
        else np.concatenate((passed[ahead:], passed[: end - passed_count]))
    )
    return Search(start, count, (int(passed[end % passed_count]) - start) % count, feasible)
