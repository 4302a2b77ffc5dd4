"""What an evaluation costs, and where it ends: the runtime cost of cel-go and of Kubernetes' functions.

Mirrors interpreter/runtimecost.go of cel-go @ v0.26.0, ext/sets.go there, and CallCost of
staging/src/k8s.io/apiserver/pkg/cel/library/cost.go @ v1.34.1. `work` is our own: some functions cost nearly
nothing by these rules whatever they are given, such as `a + a` of lists, which makes twice as much each time.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any, TypeAlias

from .values import Cidr, Growing, Ip, Optional, Quantity, Semver, Url

COST_LIMIT = 1_000_000
"""CELSelectorExpressionMaxCost of staging/src/k8s.io/api/resource/v1/types.go @ v1.34.1."""

WORK_LIMIT = 250_000
"""List elements and characters that one evaluation may visit or make; real selectors need a few hundred."""

ATTRIBUTE, LIST, MAP = 1, 10, 30
_PATTERN_WORK = 10_000
_CHARACTERS_A_UNIT = 100
_TRAVERSAL, _REGEX = 0.1, 0.25

Rule: TypeAlias = Callable[..., int]
"""The cost of a call with these arguments; one that failed is a CelError."""


class LimitExceeded(Exception):
    """The evaluation was ended: unlike a CelError, it is never what an operator goes on after."""


class Meter:
    """What one evaluation has cost so far."""

    __slots__ = ("_patterns", "cost", "work")

    def __init__(self) -> None:
        self.cost = 0
        self.work = 0
        self._patterns: set[str] = set()

    def charge(self, cost: int) -> None:
        """Add to the cost; raise LimitExceeded."""
        self.cost += cost
        if self.cost > COST_LIMIT:
            raise LimitExceeded("operation cancelled: actual cost limit exceeded")

    def count(self, work: int) -> None:
        """Add to the work; raise LimitExceeded."""
        self.work += work
        if self.work > WORK_LIMIT:
            raise LimitExceeded(
                f"the expression visits or makes more than {WORK_LIMIT:,} elements and characters, "
                "which is not simulated"
            )

    def count_values(self, *values: Any) -> None:
        """Add what a function visits of its arguments, with the elements of lists in lists."""
        stack = [v for v in values if isinstance(v, str | list | dict) and not isinstance(v, Growing)]
        while stack:
            value = stack.pop()
            if isinstance(value, str):
                self.count(len(value) // _CHARACTERS_A_UNIT)
                continue
            self.count(len(value))
            inner = value.values() if isinstance(value, dict) else value
            stack.extend(member for member in inner if isinstance(member, str | list | dict))

    def count_pattern(self, pattern: str) -> None:
        """Add what it takes to compile a pattern that the expression made, the first time."""
        if pattern not in self._patterns:
            self._patterns.add(pattern)
            self.count(_PATTERN_WORK)


def size(value: Any) -> int:
    """Return what cel-go takes for the size of a value: 1 of all that has none."""
    if isinstance(value, str | bytes | list | dict):
        return len(value)
    if isinstance(value, Ip):
        return value.address.max_prefixlen // 8
    if isinstance(value, Cidr):
        return ceil(value.network.prefixlen / 8)
    if isinstance(value, Optional) and value.present:
        return size(value.value)
    return 1


def _traversal(units: int) -> int:
    return ceil(units * _TRAVERSAL)


def _first(value: Any, *_others: Any) -> int:
    return _traversal(size(value))


def _first_twice(value: Any, *_others: Any) -> int:
    return _traversal(size(value) * 2)


def _shorter(one: Any, other: Any) -> int:
    return _traversal(min(size(one), size(other)))


def _both(one: Any, other: Any) -> int:
    return _traversal(size(one) + size(other))


def _equality(one: Any, other: Any) -> int:
    return 1 if isinstance(one, Quantity | Semver | Ip | Cidr | Url) else _shorter(one, other)


def _search(text: Any, searched: Any) -> int:
    return _traversal(size(text)) * _traversal(size(searched))


def _expression(text: Any, pattern: Any, *_limit: Any) -> int:
    return _traversal(1 + size(text)) * ceil(size(pattern) * _REGEX)


def _membership(_value: Any, container: Any) -> int:
    return size(container)


def _elements(value: Any, *_others: Any) -> int:
    """Return the cost of walking through a value, whose texts cost nothing up to nine bytes."""
    if isinstance(value, str):
        return int(len(value.encode()) * _TRAVERSAL)
    if isinstance(value, bytes):
        return int(len(value) * _TRAVERSAL)
    if isinstance(value, list):
        return sum(map(_elements, value))
    if isinstance(value, dict):
        return sum(_elements(key) + _elements(member) for key, member in value.items())
    return 1


def _joined(parts: Any, separator: Any = "") -> int:
    texts = isinstance(parts, list) and isinstance(separator, str) and all(isinstance(p, str) for p in parts)
    length = sum(map(len, parts)) + len(separator) * max(len(parts) - 1, 0) if texts else 1
    return _traversal(length * 2)


def _address(value: Any) -> int:
    return 1 if isinstance(value, Cidr) else _first(value)


def _contains_ip(cidr: Any, other: Any) -> int:
    parsed = _traversal(size(other)) if isinstance(other, str) else 0
    return _traversal(size(cidr) * 2) + parsed


def _contains_cidr(cidr: Any, other: Any) -> int:
    return _contains_ip(cidr, other) + _traversal(size(cidr)) + 1


def _sets(factor: int) -> Rule:
    return lambda one, other: 1 + size(one) * size(other) * factor


def _constant(*_arguments: Any) -> int:
    return 1


_BY_FUNCTION: dict[str, Rule] = {
    "sets.contains": _sets(1),
    "sets.intersects": _sets(1),
    "sets.equivalent": _sets(2),
    **dict.fromkeys(("isSorted", "sum", "max", "min", "indexOf", "lastIndexOf"), _elements),
    **dict.fromkeys(("url", "lowerAscii", "upperAscii", "substring", "trim"), _first),
    **dict.fromkeys(("cidr", "isIP", "isCIDR", "quantity", "isQuantity", "semver", "isSemver"), _first),
    **dict.fromkeys(("startsWith", "endsWith", "strings.quote"), _first),
    **dict.fromkeys(("replace", "split", "ip.isCanonical"), _first_twice),
    **dict.fromkeys(("find", "findAll"), _expression),
    "contains": _search,
    "join": _joined,
    "ip": _address,
    "containsIP": _contains_ip,
    "containsCIDR": _contains_cidr,
    "_==_": _equality,
    "_!=_": _shorter,
}

_BY_OVERLOAD: dict[str, Rule] = {
    "in_list": _membership,
    "matches_string": _expression,
    "string_to_bytes": _first,
    "bytes_to_string": _first,
    "add_string": _both,
    "add_bytes": _both,
    **{
        f"{order}_{kind}": _shorter
        for order in ("less", "less_equals", "greater", "greater_equals")
        for kind in ("string", "bytes")
    },
}


def rule_of(function: str, overloads: tuple[str, ...]) -> Rule:
    """Return the rule of a call; where its types leave several overloads open, the cost is fixed."""
    by_overload = _BY_OVERLOAD.get(overloads[0]) if len(overloads) == 1 else None
    return _BY_FUNCTION.get(function) or by_overload or _constant
