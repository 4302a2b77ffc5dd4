"""Which of the nodes with the highest total is taken.

Mirrors newSortedNodeScores and prioritizeNodes of pkg/scheduler/schedule_one.go @ v1.36.2, and selectHost @ v1.34.1.
Up to v1.34 one of them is drawn, each with the same chance. Since v1.35 the nodes are a heap (Go's container/heap) that
breaks no ties: its root depends on the order in which the filters finished, which in a quiet cluster is nearly the
order in which nodes are visited.
"""

from __future__ import annotations

import numpy as np

from scheduler_core.scheduler.cluster.columns import IntArray


def heap_root(total: IntArray) -> int:
    """Return the position that is the root after heap.Init, given the totals (int64 [nodes]) in visiting order.

    A node moves up only past a lower total, and of two equal children the left one: of the highest totals that comes
    to the root which a walk through the tree meets first, each node before its children and the left child first. So
    the one whose path, a text of 0 for left and 1 for right, is the first in the alphabet.
    """
    highest: list[int] = np.flatnonzero(total == total.max()).tolist()
    return 0 if highest[0] == 0 else min(highest, key=_path)


def _path(position: int) -> str:
    return f"{position + 1:b}"[1:]


def other_nodes(feasible: IntArray, total: IntArray, chosen: int, *, of_heap: bool) -> tuple[int, ...]:
    """Return the feasible nodes without the chosen one, those with the highest total first.

    Equal ones come as they are taken from the heap, given the nodes in visiting order; else in nodeOrder.
    """
    order = heap_order(total) if of_heap else np.lexsort((feasible, -total))
    return tuple(node for node in feasible[order].tolist() if node != chosen)


def heap_order(total: IntArray) -> list[int]:
    """Return all positions in the order in which they are taken from the heap, given the totals in visiting order."""
    totals: list[int] = total.tolist()
    heap, length = list(range(len(totals))), len(totals)
    for position in reversed(range(length // 2)):
        _sift_down(heap, totals, position, length)
    order = []
    while length:
        length -= 1
        heap[0], heap[length] = heap[length], heap[0]
        _sift_down(heap, totals, 0, length)
        order.append(heap[length])
    return order


def _sift_down(heap: list[int], totals: list[int], position: int, length: int) -> None:
    """Let the entry at a position sink below higher totals (down of container/heap)."""
    while (child := 2 * position + 1) < length:
        if child + 1 < length and totals[heap[child + 1]] > totals[heap[child]]:
            child += 1
        if totals[heap[child]] <= totals[heap[position]]:
            return
        heap[position], heap[child] = heap[child], heap[position]
        position = child
