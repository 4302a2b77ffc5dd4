"""LimitRanges of a namespace, summed up.

Mirrors pkg/util/limitrange/limitrange.go @ v0.19.2. Amounts are integers, as of requests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.kubernetes.objects.resources import Amounts, read_amounts

CONTAINER, POD = "Container", "Pod"


@dataclass(frozen=True, slots=True)
class Limits:
    """spec.limits[] for one type of object."""

    type: str
    max: Amounts = field(default_factory=dict)
    min: Amounts = field(default_factory=dict)
    default: Amounts = field(default_factory=dict)
    default_request: Amounts = field(default_factory=dict)

    def joined(self, other: Limits) -> Limits:
        """Return the limits that satisfy both; of defaults those of the first count (addToSummary)."""
        return Limits(
            self.type,
            merged(self.max, other.max, min),
            merged(self.min, other.min, max),
            {**other.default, **self.default},
            {**other.default_request, **self.default_request},
        )


@dataclass(frozen=True, slots=True)
class LimitRange:
    """A LimitRange of a namespace."""

    namespace: str
    limits: tuple[Limits, ...]


def merged(one: Amounts, other: Amounts, choose: Callable[[int, int], int]) -> dict[str, int]:
    """Return both, and what `choose` takes where both have an amount."""
    return {
        name: choose(one[name], other[name]) if name in one and name in other else {**one, **other}[name]
        for name in {**one, **other}
    }


def summarize(ranges: Iterable[LimitRange]) -> Mapping[str, Limits]:
    """Return the limits by type (Summarize)."""
    summary: dict[str, Limits] = {}
    for entry in ranges:
        for limits in entry.limits:
            former = summary.get(limits.type)
            summary[limits.type] = former.joined(limits) if former else limits
    return summary


def read_limit_range(at: ManifestField) -> LimitRange:
    limits = tuple(map(_read_limits, at.child("spec").children("limits")))
    return LimitRange(at.child("metadata").text("namespace") or "default", limits)


def _read_limits(at: ManifestField) -> Limits:
    return Limits(
        at.name("type"),
        read_amounts(at, "max"),
        read_amounts(at, "min"),
        read_amounts(at, "default"),
        read_amounts(at, "defaultRequest"),
    )
