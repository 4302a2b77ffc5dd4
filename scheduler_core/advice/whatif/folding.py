"""Merges repairs that do the same to equal objects: a node of one size, in whichever zone."""

from __future__ import annotations

from collections.abc import Hashable

from .contract import Repair
from .search import Solution


def folded(repairs: list[tuple[Solution, Repair]]) -> list[tuple[Solution, Repair]]:
    """Return the repairs, the first of equal ones with what the others change as its alternatives."""
    first: dict[Hashable, tuple[Solution, Repair]] = {}
    for solution, repair in repairs:
        kind = tuple(change.alike or change for change in solution.changes)
        if kind not in first:
            first[kind] = solution, repair
            continue
        former, head = first[kind]
        other = [atom for atom in repair["atoms"] if atom not in head["atoms"]]
        first[kind] = former, {**head, "alternatives": [*head.get("alternatives", []), other]}
    return list(first.values())
