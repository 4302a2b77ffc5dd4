"""Node labels and taints as columns: per node an index into a table of distinct values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from scheduler_core import allowance
from scheduler_core.kubernetes.objects.labels import Requirement
from scheduler_core.kubernetes.objects.node import Node, Taint
from scheduler_core.kubernetes.objects.reading import TooLarge
from scheduler_core.kubernetes.objects.selectors import NodeSelector, NodeSelectorTerm
from scheduler_core.sentences import worded

BoolArray: TypeAlias = NDArray[np.bool_]
IntArray: TypeAlias = NDArray[np.int64]
FloatArray: TypeAlias = NDArray[np.float64]
Codes: TypeAlias = NDArray[np.intp]
"""Indices into a table. Pointer-sized, since numpy converts any other type each time it indexes with them."""

T = TypeVar("T", bound=Hashable)
N = TypeVar("N", bound=np.generic)


def require_cells(rows: int, nodes: int) -> None:
    """Look at the allowance before a table gets another row; raise TooLarge if it must not have so many cells."""
    allowance.check()
    if rows * nodes > (most := allowance.most_cells()):
        message = worded(
            "so many nodes may have at most {most} different labels, and as many resources, here: use fewer",
            most=f"{int(most / nodes):,}",
        )
        raise TooLarge.of("", message)


def some(mask: BoolArray) -> bool:
    """Return mask.any(), several times as fast."""
    return bool(np.count_nonzero(mask))


@dataclass(frozen=True)
class Column(Generic[T]):
    """One value per node: `codes[i]` is the index of node i's value in `values`, -1 if it has none.

    `index` is the inverse of `values`.
    """

    codes: Codes
    values: tuple[T, ...]
    index: dict[T, int]

    @cached_property
    def complete(self) -> bool:
        """Whether every node has a value."""
        return bool((self.codes >= 0).all())

    def at(self, nodes: IntArray | slice, per_value: NDArray[N], missing: float) -> NDArray[N]:
        """Return per node the entry of `per_value` for its value, `missing` if it has none. Shape (len(nodes),)."""
        codes = self.codes[nodes]
        return (
            per_value[codes] if self.complete else np.append(per_value, per_value.dtype.type(missing))[codes]
        )

    def updated(self, rows: Sequence[int], values: Sequence[T | None]) -> Column[T]:
        """Return a copy with these values in these rows, of which those at the end may be new."""
        index = dict(self.index)
        codes = [-1 if value is None else index.setdefault(value, len(index)) for value in values]
        count = max([len(self.codes), *(row + 1 for row in rows)])
        updated = np.full(count, -1, dtype=np.intp)
        updated[: len(self.codes)] = self.codes
        updated[list(rows)] = codes
        return Column(updated, tuple(index), index)

    def sums(self, per_node: IntArray) -> IntArray:
        """Return per value the sum of `per_node` over its nodes. Shape (len(values),)."""
        present = self.codes >= 0
        weights = per_node[present]
        return np.bincount(self.codes[present], weights, len(self.values)).astype(np.int64)

    def accepted(self, accepts: Callable[[T | None], bool]) -> BoolArray:
        """Return per node whether its value is accepted (None: it has none); `accepts` runs once per distinct value."""
        accepted = [accepts(value) for value in self.values]
        return np.array([*accepted, accepts(None)], dtype=bool)[self.codes]

    def among(self, values: Iterable[T]) -> BoolArray:
        """Return per node whether its value is one of these; the cost grows with `values`, not with the column's."""
        result = np.zeros(len(self.codes), dtype=bool)
        for code in {self.index[value] for value in values if value in self.index}:
            result |= self.codes == code
        return result


def column(values: Iterable[T | None]) -> Column[T]:
    """Build a column from one value per node, None where a node has none."""
    index: dict[T, int] = {}
    codes = [-1 if v is None else index.setdefault(v, len(index)) for v in values]
    return Column(np.array(codes, dtype=np.intp), tuple(index), index)


class NodeColumns:
    """Columns of a fixed list of nodes, built on first use and cached."""

    def __init__(self, nodes: tuple[Node, ...]) -> None:
        self.nodes = nodes
        self._labels: dict[str, Column[str]] = {}
        self._requirements: dict[tuple[Requirement, bool], BoolArray] = {}

    @cached_property
    def names(self) -> Column[str]:
        return column(node.name for node in self.nodes)

    @cached_property
    def taints(self) -> Column[tuple[Taint, ...]]:
        return column(node.taints for node in self.nodes)

    def label(self, key: str) -> Column[str]:
        labels = self._labels.get(key)
        if labels is None:
            require_cells(len(self._labels) + 1, len(self.nodes))
            labels = self._labels[key] = column(node.labels.get(key) for node in self.nodes)
        return labels

    def altered(self, nodes: tuple[Node, ...], changed: Iterable[int]) -> NodeColumns:
        """Return the columns of nodes that differ in these rows, and may be more, from those that are here already."""
        rows = [*changed, *range(len(self.nodes), len(nodes))]
        copy = NodeColumns(nodes)
        copy._labels = {
            key: labels.updated(rows, [nodes[row].labels.get(key) for row in rows])
            for key, labels in self._labels.items()
        }
        copy.taints = self.taints.updated(rows, [nodes[row].taints for row in rows])
        return copy

    def within(self, inside: BoolArray) -> NodeColumns:
        """Return the columns with labels on these nodes alone; the others count as nodes without labels."""
        return _PartialColumns(self, inside)

    def matching(self, requirement: Requirement, *, field: bool = False) -> BoolArray:
        """Return per node whether its label (with `field`: its metadata.name) meets a requirement. Read-only."""
        mask = self._requirements.get((requirement, field))
        if mask is None:
            values = self.names if field else self.label(requirement.key)
            is_small_set = requirement.operator == "In" and len(requirement.values) < len(values.values)
            is_small_set = is_small_set and not requirement.errors
            mask = values.among(requirement.values) if is_small_set else values.accepted(requirement.accepts)
            self._requirements[requirement, field] = mask
        return mask

    def matching_term(self, term: NodeSelectorTerm) -> BoolArray:
        result = np.full(len(self.nodes), not term.empty)
        for requirement in term.expressions:
            result &= self.matching(requirement)
        for requirement in term.fields:
            result &= self.matching(requirement, field=True)
        return result

    def matching_selector(self, selector: NodeSelector) -> BoolArray:
        """Return per node whether it matches at least one term (nodeaffinity.NodeSelector.Match)."""
        result = np.zeros(len(self.nodes), dtype=bool)
        for term in selector.terms:
            result |= self.matching_term(term)
        return result


class _PartialColumns(NodeColumns):
    """Columns in which some nodes have no labels."""

    def __init__(self, whole: NodeColumns, inside: BoolArray) -> None:
        super().__init__(whole.nodes)
        self._whole, self._inside = whole, inside

    @cached_property
    def names(self) -> Column[str]:
        return self._whole.names

    @cached_property
    def taints(self) -> Column[tuple[Taint, ...]]:
        return self._whole.taints

    def label(self, key: str) -> Column[str]:
        labels = self._labels.get(key)
        if labels is None:
            whole = self._whole.label(key)
            values = [whole.values[code] if code >= 0 else None for code in whole.codes.tolist()]
            inside = self._inside.tolist()
            labels = column(value if there else None for value, there in zip(values, inside, strict=True))
            self._labels[key] = labels
        return labels
