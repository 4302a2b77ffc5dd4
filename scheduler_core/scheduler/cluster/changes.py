"""The log of nodes that changed."""

from __future__ import annotations

import numpy as np

from .columns import IntArray


class Changes:
    """The nodes that pods came to or left, in order of time; the oldest entries are dropped.

    After more changes than there are nodes it is no more expensive to recompute all nodes.
    """

    def __init__(self, nodes: int) -> None:
        self._capacity = max(nodes, 1)
        self._nodes: list[int] = []
        self._dropped_count = 0

    def record(self, node: int) -> None:
        self._nodes.append(node)
        if len(self._nodes) > 2 * self._capacity:
            del self._nodes[: self._capacity]
            self._dropped_count += self._capacity

    @property
    def mark(self) -> int:
        """The current position in the log, for `since`."""
        return self._dropped_count + len(self._nodes)

    def since(self, mark: int) -> IntArray | None:
        """Return the nodes that changed after a mark, in ascending order; None if it may be any of them."""
        if mark < self.mark - self._capacity:
            return None
        return np.array(sorted(set(self._nodes[mark - self._dropped_count :])), dtype=np.int64)
