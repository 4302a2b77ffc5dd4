"""Amounts of resources per node, a column per node."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from .columns import IntArray, require_cells


class AmountTable:
    """A table of amounts with a row per resource, added on first use, and a column per node.

    `values` has the shape (resources, nodes).
    """

    def __init__(self, nodes: int) -> None:
        self._rows: IntArray = np.zeros((0, nodes), dtype=np.int64)  # with zeros for the next resources
        self._row: dict[str, int] = {}
        self.values = self._rows

    def widened(self, nodes: int) -> AmountTable:
        """Return a copy with zeros for this number of further nodes."""
        table = AmountTable(0)
        table.values = np.hstack((self.values, np.zeros((len(self.values), nodes), dtype=np.int64)))
        table._rows, table._row = table.values, dict(self._row)
        return table

    def row(self, resource: str) -> int:
        """Return the resource's row index, which never changes. A new resource gets a row of zeros."""
        row_index = self._row.get(resource)
        if row_index is None:
            require_cells(len(self.values) + 1, self.values.shape[1])
            row_index = self._row[resource] = len(self.values)
            if row_index == len(self._rows):
                more = np.zeros_like(self._rows, shape=(max(4, row_index), self._rows.shape[1]))
                self._rows = np.vstack((self._rows, more))
            self.values = self._rows[: row_index + 1]
        return row_index

    def rows(self, resources: Iterable[str]) -> IntArray:
        """Return row indices that broadcast against an index array of nodes. Shape (n, 1)."""
        return np.array([self.row(name) for name in resources], dtype=np.int64).reshape(-1, 1)

    def __getitem__(self, resource: str) -> IntArray:
        """Return the amounts of a resource. Shape (nodes,)."""
        row = self.row(resource)
        amounts: IntArray = self.values[row]
        return amounts

    def column(self, amounts: Mapping[str, int]) -> IntArray:
        """Return amounts in row order, for `add`. Shape (resources,)."""
        rows = {self.row(name): amount for name, amount in amounts.items()}
        return np.array([rows.get(i, 0) for i in range(len(self.values))], dtype=np.int64)

    def put(self, node: int, amounts: Mapping[str, int]) -> None:
        """Set a node's amounts, to 0 where it has none."""
        column = self.column(amounts)
        self.values[:, node] = column

    def add(self, node: int, column: IntArray) -> None:
        """Add to a node's amounts. Array arithmetic wraps around at int64, as Go does; a scalar would warn."""
        self.values[: len(column), node] += column

    def add_many(self, nodes: IntArray, column: IntArray, times: IntArray) -> None:
        """Add `times[i]` times the column to the amounts of `nodes[i]`. `nodes` must be distinct."""
        self.values[: len(column), nodes] += np.outer(column, times)

    def non_zero(self) -> dict[str, IntArray]:
        """Return the rows of resources of which some node has a non-zero amount."""
        return {name: self.values[i] for name, i in self._row.items() if self.values[i].any()}
