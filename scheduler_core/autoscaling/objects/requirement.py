"""A requirement on one label: the values that are allowed, or those that are not, and integer bounds.

Mirrors pkg/scheduling/requirement.go @ v1.13.0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from scheduler_core.kubernetes.objects.labels import parse_int64

from .labels import NORMALIZED

_NO_VALUES: frozenset[str] = frozenset()
_LISTED = 5  # values that are written out
_MAX_INT64 = 2**63 - 1
NEGATIVE = ("NotIn", "DoesNotExist")


@dataclass(frozen=True)
class Requirement:
    """The allowed values of a label. With `complement` these are all but `values`.

    Bounds are inclusive; values that are not integers lie outside.
    """

    key: str
    complement: bool = True
    values: frozenset[str] = _NO_VALUES
    at_least: int | None = None
    at_most: int | None = None
    min_values: int | None = None

    @cached_property
    def operator(self) -> str:
        """The operator as seen from outside; bounds alone are Exists."""
        if self.complement:
            return "NotIn" if self.values else "Exists"
        return "In" if self.values else "DoesNotExist"

    @cached_property
    def negative(self) -> bool:
        """Whether a node without the label meets the requirement."""
        return self.operator in NEGATIVE

    @cached_property
    def only(self) -> str | None:
        """The value, if exactly one is allowed."""
        return next(iter(self.values)) if not self.complement and len(self.values) == 1 else None

    @property
    def nothing(self) -> bool:
        """Whether no value is allowed."""
        return not self.complement and not self.values

    def allows(self, value: str) -> bool:
        return (value in self.values) != self.complement and _within(value, self.at_least, self.at_most)

    def intersects(self, other: Requirement) -> bool:
        """Return whether a value is allowed by both (HasIntersection)."""
        at_least, at_most = _bounds(self, other)
        if at_least is not None and at_most is not None and at_least > at_most:
            return False
        if self.complement and other.complement:
            return True
        common = _common(self, other)
        if at_least is None and at_most is None:
            return bool(common)
        return any(_within(value, at_least, at_most) for value in common)

    def intersection(self, other: Requirement) -> Requirement:
        """Return the requirement that allows what both allow; a finite set of values needs no bounds."""
        return _intersection(self, other)

    def inserted(self, *values: str) -> Requirement:
        """Return the requirement with more values (Insert)."""
        return replace(self, values=self.values.union(values))

    def entries(self) -> Iterator[tuple[str, list[str]]]:
        """Yield operator and values as a NodeClaim's spec lists them; two bounds are two entries."""
        bounds = [("Gte", self.at_least), ("Lte", self.at_most)]
        if any(bound is not None for _, bound in bounds):
            yield from ((operator, [str(bound)]) for operator, bound in bounds if bound is not None)
        else:
            yield self.operator, sorted(self.values)

    def __str__(self) -> str:
        text = f"{self.key} {self.operator}"
        if self.values:
            listed = sorted(self.values)
            more = [f"and {len(listed) - _LISTED} others"] if len(listed) > _LISTED else []
            text += f" [{' '.join(listed[:_LISTED] + more)}]"
        for sign, number in ((">=", self.at_least), ("<=", self.at_most), ("minValues ", self.min_values)):
            text += "" if number is None else f" {sign}{number}"
        return text


def requirement(
    key: str, operator: str, values: Iterable[str] = (), min_values: int | None = None
) -> Requirement:
    """Return the requirement that an expression states (NewRequirementWithFlexibility)."""
    key, values = NORMALIZED.get(key, key), tuple(values)
    if operator in ("In", "DoesNotExist"):
        allowed = frozenset(values) if operator == "In" else _NO_VALUES
        return Requirement(key, complement=False, values=allowed, min_values=min_values)
    if operator == "NotIn":
        return Requirement(key, values=frozenset(values), min_values=min_values)
    number = (parse_int64(values[0]) if values else None) or 0
    match operator:
        case "Gt" if number == _MAX_INT64:
            return Requirement(key, complement=False)
        case "Gt" | "Gte":
            return Requirement(key, at_least=number + (operator == "Gt"), min_values=min_values)
        case "Lt" | "Lte":
            return Requirement(key, at_most=number - (operator == "Lt"), min_values=min_values)
    return Requirement(key, min_values=min_values)


def one_of(key: str, *values: str) -> Requirement:
    return requirement(key, "In", values)


@lru_cache(maxsize=65536)
def _intersection(one: Requirement, other: Requirement) -> Requirement:
    at_least, at_most = _bounds(one, other)
    min_values = _larger(one.min_values, other.min_values)
    if at_least is not None and at_most is not None and at_least > at_most:
        return Requirement(one.key, complement=False, min_values=min_values)
    complement = one.complement and other.complement
    values = one.values | other.values if complement else _common(one, other)
    if at_least is not None or at_most is not None:
        values = frozenset(value for value in values if _within(value, at_least, at_most))
    if not complement:
        at_least = at_most = None
    return Requirement(one.key, complement, values, at_least, at_most, min_values)


def _common(one: Requirement, other: Requirement) -> frozenset[str]:
    """Return the values that both allow, one of which lists what it allows."""
    if one.complement:
        return other.values - one.values
    return one.values - other.values if other.complement else one.values & other.values


def _bounds(one: Requirement, other: Requirement) -> tuple[int | None, int | None]:
    return _larger(one.at_least, other.at_least), _smaller(one.at_most, other.at_most)


def _larger(one: int | None, other: int | None) -> int | None:
    return max((number for number in (one, other) if number is not None), default=None)


def _smaller(one: int | None, other: int | None) -> int | None:
    return min((number for number in (one, other) if number is not None), default=None)


def _within(value: str, at_least: int | None, at_most: int | None) -> bool:
    if at_least is None and at_most is None:
        return True
    number = parse_int64(value)
    return (
        number is not None
        and (at_least is None or number >= at_least)
        and (at_most is None or number <= at_most)
    )
