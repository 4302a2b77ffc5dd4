"""Node labels and taints as columns: a value per node is a small integer into a table of distinct values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from scheduler_core.objects.labels import Requirement
from scheduler_core.objects.node import Node
from scheduler_core.objects.selectors import NodeSelector, NodeSelectorTerm

BoolArray: TypeAlias = NDArray[np.bool_]
IntArray: TypeAlias = NDArray[np.int64]
Codes: TypeAlias = NDArray[np.intp]
"""Indices into a table. Of the size of a pointer: numpy would convert others each time that they index."""

T = TypeVar("T", bound=Hashable)
N = TypeVar("N", bound=np.generic)


def some(mask: BoolArray) -> bool:
    """mask.any(), several times as fast."""
    return bool(np.count_nonzero(mask))


@dataclass(frozen=True)
class Column(Generic[T]):
    """`codes[i]` is the index of node i's value in `values`, -1 where node i has none; `index` is their inverse."""

    codes: Codes
    values: tuple[T, ...]
    index: dict[T, int]

    @cached_property
    def complete(self) -> bool:
        """Every node has a value."""
        return bool((self.codes >= 0).all())

    def at(self, nodes: IntArray | slice, per_value: NDArray[N], missing: float) -> NDArray[N]:
        """For some nodes, what belongs to their value; `missing` where they have none. Shape (len(nodes),)."""
        codes = self.codes[nodes]
        return (
            per_value[codes] if self.complete else np.append(per_value, per_value.dtype.type(missing))[codes]
        )

    def sums(self, per_node: IntArray) -> IntArray:
        """Per value, the sum over its nodes; nodes without a value are left out. Shape (len(values),)."""
        present = self.codes >= 0
        weights = per_node[present]
        return np.bincount(self.codes[present], weights, len(self.values)).astype(np.int64)

    def accepted(self, accepts: Callable[[T | None], bool]) -> BoolArray:
        """Per node, whether its value (None: it has none) is accepted; asked once per distinct value."""
        verdicts = [accepts(value) for value in self.values]
        return np.array([*verdicts, accepts(None)], dtype=bool)[self.codes]

    def among(self, wanted: Iterable[T]) -> BoolArray:
        """Per node, whether its value is one of these; its cost does not grow with the number of values."""
        found = np.zeros(len(self.codes), dtype=bool)
        for code in {self.index[value] for value in wanted if value in self.index}:
            found |= self.codes == code
        return found


def column(values: Iterable[T | None]) -> Column[T]:
    index: dict[T, int] = {}
    codes = [-1 if v is None else index.setdefault(v, len(index)) for v in values]
    return Column(np.array(codes, dtype=np.intp), tuple(index), index)


class NodeColumns:
    """Columns of a fixed list of nodes, made when first asked for and kept."""

    def __init__(self, nodes: tuple[Node, ...]) -> None:
        self.nodes = nodes
        self.names = column(node.name for node in nodes)
        self.taints = column(node.taints for node in nodes)
        self._labels: dict[str, Column[str]] = {}
        self._requirements: dict[tuple[Requirement, bool], BoolArray] = {}

    def label(self, key: str) -> Column[str]:
        found = self._labels.get(key)
        if found is None:
            found = self._labels[key] = column(node.labels.get(key) for node in self.nodes)
        return found

    def matching(self, requirement: Requirement, *, field: bool = False) -> BoolArray:
        """Per node, whether its label (or, with `field`, its metadata.name) fulfils a clause. Not to be written."""
        known = self._requirements.get((requirement, field))
        if known is None:
            values = self.names if field else self.label(requirement.key)
            few = requirement.operator == "In" and len(requirement.values) < len(values.values)
            known = values.among(requirement.values) if few else values.accepted(requirement.accepts)
            self._requirements[requirement, field] = known
        return known

    def matching_term(self, term: NodeSelectorTerm) -> BoolArray:
        result = np.full(len(self.nodes), not term.empty)
        for requirement in term.expressions:
            result &= self.matching(requirement)
        for requirement in term.fields:
            result &= self.matching(requirement, field=True)
        return result

    def matching_selector(self, selector: NodeSelector) -> BoolArray:
        """nodeaffinity.NodeSelector.Match: one term is enough."""
        result = np.zeros(len(self.nodes), dtype=bool)
        for term in selector.terms:
            result |= self.matching_term(term)
        return result
