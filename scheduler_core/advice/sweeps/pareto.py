"""The Pareto front."""

from __future__ import annotations

from collections.abc import Mapping


def undominated(costs: Mapping[int, tuple[float, ...]]) -> list[int]:
    """Return the numbers that no other beats: as good in every cost, and better in one. Equal ones all stay."""
    distinct = set(costs.values())
    front = {cost for cost in distinct if not any(_beats(other, cost) for other in distinct)}
    return [number for number, cost in costs.items() if cost in front]


def _beats(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))
