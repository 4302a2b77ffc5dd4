"""Amounts of resources per node, all of a node's in one column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from .columns import IntArray


class AmountTable:
    """A row of amounts for each resource that was ever named, a column for each node. Shape (resources, nodes)."""

    def __init__(self, nodes: int) -> None:
        self.values: IntArray = np.zeros((0, nodes), dtype=np.int64)
        self._row: dict[str, int] = {}

    def row(self, resource: str) -> int:
        """Its index, which stays; the row of a new resource is all 0."""
        found = self._row.get(resource)
        if found is None:
            found = self._row[resource] = len(self.values)
            self.values = np.vstack(
                (self.values, np.zeros_like(self.values, shape=(1, self.values.shape[1])))
            )
        return found

    def rows(self, resources: Iterable[str]) -> IntArray:
        """The indices of several resources, one below the other, to be used with an index of nodes. Shape (n, 1)."""
        return np.array([self.row(name) for name in resources], dtype=np.int64).reshape(-1, 1)

    def __getitem__(self, resource: str) -> IntArray:
        """The amounts of a resource. Shape (nodes,)."""
        row = self.row(resource)
        amounts: IntArray = self.values[row]
        return amounts

    def column(self, amounts: Mapping[str, int]) -> IntArray:
        """Amounts in the order of the rows, for `add`."""
        rows = {self.row(name): amount for name, amount in amounts.items()}
        return np.array([rows.get(i, 0) for i in range(len(self.values))], dtype=np.int64)

    def add(self, node: int, column: IntArray) -> None:
        """Adds to a node's amounts. An array wraps around at the end of int64, as Go does; a scalar would warn."""
        self.values[: len(column), node] += column

    def add_many(self, nodes: IntArray, column: IntArray, times: IntArray) -> None:
        """Adds `times[i]` columns to the amounts of `nodes[i]`, all of them different."""
        self.values[: len(column), nodes] += np.outer(column, times)

    def non_zero(self) -> dict[str, IntArray]:
        """The resources of which some node has an amount."""
        return {name: self.values[i] for name, i in self._row.items() if self.values[i].any()}
