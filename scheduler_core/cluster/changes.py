"""Which nodes changed since somebody last looked."""

from __future__ import annotations

import numpy as np

from .columns import IntArray


class Changes:
    """The nodes to which a pod came or from which one left, in that order; the oldest are forgotten.

    Once more has changed than there are nodes, looking at all of them is no dearer.
    """

    def __init__(self, nodes: int) -> None:
        self._most = max(nodes, 1)
        self._listed: list[int] = []
        self._forgotten = 0

    def note(self, node: int) -> None:
        self._listed.append(node)
        if len(self._listed) > 2 * self._most:
            del self._listed[: self._most]
            self._forgotten += self._most

    @property
    def now(self) -> int:
        """A mark for `since`."""
        return self._forgotten + len(self._listed)

    def since(self, mark: int) -> IntArray | None:
        """The nodes that changed after a mark, in ascending order; None when it may be any of them."""
        if mark < self.now - self._most:
            return None
        return np.array(sorted(set(self._listed[mark - self._forgotten :])), dtype=np.int64)
