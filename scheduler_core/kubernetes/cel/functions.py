"""The functions of expressions: those of the language, of its extension for strings, and of Kubernetes.

Mirrors staging/src/k8s.io/apiserver/pkg/cel/library (quantity.go, semverlib.go, regex.go) @ v1.34.1. A
function that is called with values of other types raises CelError in the words of cel-go.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .libraries import FUNCTIONS
from .overload import DYN, TEXTS, Overload
from .patterns import first_match, found_in
from .values import (
    MAX_INT,
    MIN_INT,
    NONE,
    CelError,
    Domains,
    Growing,
    Optional,
    Quantity,
    Semver,
    equal,
    is_number,
    no_overload,
    parse_semver,
    type_name,
)

# ---- operators ----


def _compare(sign: str, holds: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    def compare(one: Any, other: Any) -> bool:
        if is_number(one) and is_number(other):
            return holds(one, other)
        if not isinstance(one, bool | int | float | str | bytes):
            raise CelError(f"no such overload: {sign}")
        if type(one) is not type(other):
            raise CelError("no such overload")
        return holds(one, other)

    return compare


def _arithmetic(sign: str, compute: Callable[[Any, Any], Any], *kinds: type) -> Callable[[Any, Any], Any]:
    def calculate(one: Any, other: Any) -> Any:
        if isinstance(one, bool) or not isinstance(one, kinds):
            raise CelError(f"no such overload: {sign}")
        if type(one) is not type(other):
            raise CelError("no such overload")
        result = compute(one, other)
        if type(one) is int and not MIN_INT <= result <= MAX_INT:
            raise CelError("integer overflow")
        return result

    return calculate


_add_values = _arithmetic("_+_", operator.add, int, float, str, bytes, list)


def _add(one: Any, other: Any) -> Any:
    if isinstance(one, Growing) and isinstance(other, list):
        one.extend(other)
        return one
    return _add_values(one, other)


def _divide(one: Any, other: Any) -> Any:
    if isinstance(one, float):
        return one / other if other else one * float("inf")
    if other == 0:
        raise CelError("division by zero")
    return abs(one) // abs(other) * (1 if (one < 0) == (other < 0) else -1)


def _modulo(one: int, other: int) -> int:
    if other == 0:
        raise CelError("modulus by zero")
    return abs(one) % abs(other) * (-1 if one < 0 else 1)


def _negate(value: Any) -> Any:
    if not is_number(value):
        raise CelError("no such overload: -_")
    return -value


def _not(value: Any) -> bool:
    if not isinstance(value, bool):
        raise CelError("no such overload" if is_number(value) else "no such overload: !_")
    return not value


def _equals(one: Any, other: Any) -> bool:
    """Return one == other: amounts and versions can be compared with their like only."""
    if isinstance(one, Quantity | Semver) and type(one) is not type(other):
        raise CelError("no such overload")
    return equal(one, other)


def _contains(value: Any, container: Any) -> bool:
    if isinstance(container, list):
        return any(equal(value, element) for element in container)
    if isinstance(container, dict):
        return any(equal(value, key) for key in container)
    raise CelError("no such overload")


def index(container: Any, key: Any) -> Any:
    """Return an element of a list, or the value of a key; a missing domain of a device is an empty map."""
    if isinstance(container, list):
        if not isinstance(key, int) or isinstance(key, bool):
            raise CelError(f"unsupported index type '{type_name(key)}' in list")
        if not 0 <= key < len(container):
            raise CelError(f"index out of bounds: {key}")
        return container[key]
    return member(container, key)


def member(container: Any, key: Any) -> Any:
    """Return the value of a key; raise CelError without it, and for what has no keys."""
    if isinstance(container, Optional):
        container = container.value if container.present else {}
    if isinstance(container, dict):
        if isinstance(key, str | int | bool) and key in container:
            return container[key]
        if isinstance(container, Domains):
            return {}
    name = key if isinstance(key, str) else str(key).lower()
    raise CelError(f"no such key: {name}")


def has_member(container: Any, key: Any) -> bool:
    """Return whether a key or an index is there: a domain of a device always."""
    if isinstance(container, list):
        return isinstance(key, int) and not isinstance(key, bool) and 0 <= key < len(container)
    if isinstance(container, Domains):
        return True
    return isinstance(container, dict) and isinstance(key, str | int | float) and key in container


OPERATORS: dict[str, Callable[..., Any]] = {
    "_==_": _equals,
    "_!=_": lambda one, other: not _equals(one, other),
    "_<_": _compare("_<_", operator.lt),
    "_<=_": _compare("_<=_", operator.le),
    "_>_": _compare("_>_", operator.gt),
    "_>=_": _compare("_>=_", operator.ge),
    "_+_": _add,
    "_-_": _arithmetic("_-_", operator.sub, int, float),
    "_*_": _arithmetic("_*_", operator.mul, int, float),
    "_/_": _arithmetic("_/_", _divide, int, float),
    "_%_": _arithmetic("_%_", _modulo, int),
    "-_": _negate,
    "!_": _not,
    "@in": _contains,
    "_[_]": index,
}

# ---- functions ----


def _size(value: Any) -> int:
    if not isinstance(value, str | bytes | list | dict):
        raise CelError("no such overload: size")
    return len(value)


def _matches(text: Any, pattern: Any) -> bool:
    if not (isinstance(text, str) and isinstance(pattern, str)):
        raise no_overload("matches", text, pattern)
    return found_in(pattern, text)


def _to_int(value: Any) -> int:
    if not isinstance(value, int | float | str) or isinstance(value, bool):
        raise no_overload("int", value)
    try:
        number = int(value)
    except OverflowError:
        raise CelError("integer overflow") from None
    except ValueError:
        raise CelError(f'strconv.ParseInt: parsing "{value}": invalid syntax') from None
    if not MIN_INT <= number <= MAX_INT:
        raise CelError(f'strconv.ParseInt: parsing "{value}": value out of range')
    return number


def _to_double(value: Any) -> float:
    if not isinstance(value, int | float | str) or isinstance(value, bool):
        raise no_overload("double", value)
    try:
        return float(value)
    except ValueError:
        raise CelError(f'strconv.ParseFloat: parsing "{value}": invalid syntax') from None


def _to_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _optional_value(optional: Optional) -> Any:
    if not optional.present:
        raise CelError("optional.none() dereference")
    return optional.value


CONVERSIONS = frozenset(
    ("bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint")
)
"""The functions that cel-go calls beforehand where the argument is a constant."""

# Functions of the language itself: called with the target, if any, before the arguments.
GLOBALS: dict[str, Callable[..., Any]] = {
    "size": _size,
    "matches": _matches,
    "int": _to_int,
    "double": _to_double,
    "string": _to_text,
    "dyn": lambda value: value,
    "type": type_name,
}


def _substring(text: str, start: int, end: int | None = None) -> str:
    end = len(text) if end is None else end
    for at in (start, end):
        if not 0 <= at <= len(text):
            raise CelError(f"index out of range: {at}")
    if start > end:
        raise CelError(f"invalid substring range. start: {start}, end: {end}")
    return text[start:end]


def _char_at(text: str, at: int) -> str:
    if not 0 <= at <= len(text):
        raise CelError(f"index out of range: {at}")
    return text[at : at + 1]


def _split(text: str, separator: str, limit: int = -1) -> list[str]:
    if limit == 0:
        return []
    if separator:
        return text.split(separator, limit - 1 if limit > 0 else -1)
    letters = list(text)
    return letters if limit < 0 or limit >= len(letters) else [*letters[: limit - 1], text[limit - 1 :]]


def _join(parts: list[Any], separator: str = "") -> str:
    if not all(isinstance(part, str) for part in parts):
        raise CelError("no such overload")
    return separator.join(parts)


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    for character, letter in zip("\a\b\f\n\r\t\v", "abfnrtv", strict=True):
        escaped = escaped.replace(character, f"\\{letter}")
    return f'"{escaped}"'


def _as_integer(quantity: Quantity) -> int:
    if quantity.amount.denominator != 1 or not MIN_INT <= quantity.amount <= MAX_INT:
        raise CelError("cannot convert value to integer")
    return int(quantity.amount)


def _as_float(quantity: Quantity) -> float:
    try:
        return float(quantity.amount)
    except OverflowError:
        return float("inf") * _sign(quantity.amount)


def _is_quantity(text: str) -> bool:
    try:
        Quantity.parsed(text)
    except CelError:
        return False
    return True


def _is_semver(text: str) -> bool:
    try:
        parse_semver(text)
    except CelError:
        return False
    return True


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)


_TEXT, _INT, _BOOL, _LIST, _TEXTS = "string", "int", "bool", "list", TEXTS
_QUANTITY, _SEMVER = "kubernetes.Quantity", "kubernetes.Semver"

# Functions of the language that the library declares by itself.
_STANDARD = (
    Overload("startsWith", (_TEXT, _TEXT), _BOOL, str.startswith),
    Overload("endsWith", (_TEXT, _TEXT), _BOOL, str.endswith),
    Overload("contains", (_TEXT, _TEXT), _BOOL, operator.contains),
    Overload("hasValue", ("optional_type",), _BOOL, lambda value: value.present),
    Overload("value", ("optional_type",), DYN, _optional_value),
    Overload(
        "optional.of", (DYN,), "optional_type", lambda value: Optional(value, present=True), member=False
    ),
    Overload("optional.none", (), "optional_type", lambda: NONE, member=False),
)

# Functions of the extension for strings (ext.Strings), declared here because Kubernetes has more forms of some.
_STRINGS = (
    Overload("lowerAscii", (_TEXT,), _TEXT, str.lower),
    Overload("upperAscii", (_TEXT,), _TEXT, str.upper),
    Overload("trim", (_TEXT,), _TEXT, str.strip),
    Overload("charAt", (_TEXT, _INT), _TEXT, _char_at),
    Overload("indexOf", (_TEXT, _TEXT), _INT, str.find),
    Overload("indexOf", (_TEXT, _TEXT, _INT), _INT, str.find),
    Overload("lastIndexOf", (_TEXT, _TEXT), _INT, str.rfind),
    Overload("replace", (_TEXT, _TEXT, _TEXT), _TEXT, str.replace),
    Overload("replace", (_TEXT, _TEXT, _TEXT, _INT), _TEXT, str.replace),
    Overload("split", (_TEXT, _TEXT), _TEXTS, _split),
    Overload("split", (_TEXT, _TEXT, _INT), _TEXTS, _split),
    Overload("substring", (_TEXT, _INT), _TEXT, _substring),
    Overload("substring", (_TEXT, _INT, _INT), _TEXT, _substring),
    Overload("join", (_LIST,), _TEXT, _join),
    Overload("join", (_LIST, _TEXT), _TEXT, _join),
    Overload("reverse", (_TEXT,), _TEXT, lambda text: text[::-1]),
    Overload("strings.quote", (_TEXT,), _TEXT, _quote, member=False),
)

# Functions of Kubernetes, which have to be declared.
KUBERNETES = (
    *_STRINGS,
    *FUNCTIONS,
    Overload("quantity", (_TEXT,), _QUANTITY, Quantity.parsed, member=False),
    Overload("isQuantity", (_TEXT,), _BOOL, _is_quantity, member=False),
    Overload("sign", (_QUANTITY,), _INT, lambda q: _sign(q.amount)),
    Overload("isInteger", (_QUANTITY,), _BOOL, lambda q: q.amount.denominator == 1),
    Overload("asInteger", (_QUANTITY,), _INT, _as_integer),
    Overload("asApproximateFloat", (_QUANTITY,), "double", _as_float),
    Overload("add", (_QUANTITY, _QUANTITY), _QUANTITY, lambda a, b: Quantity(a.amount + b.amount)),
    Overload("add", (_QUANTITY, _INT), _QUANTITY, lambda a, b: Quantity(a.amount + b)),
    Overload("sub", (_QUANTITY, _QUANTITY), _QUANTITY, lambda a, b: Quantity(a.amount - b.amount)),
    Overload("sub", (_QUANTITY, _INT), _QUANTITY, lambda a, b: Quantity(a.amount - b)),
    Overload("isLessThan", (_QUANTITY, _QUANTITY), _BOOL, lambda a, b: a.amount < b.amount),
    Overload("isGreaterThan", (_QUANTITY, _QUANTITY), _BOOL, lambda a, b: a.amount > b.amount),
    Overload("compareTo", (_QUANTITY, _QUANTITY), _INT, lambda a, b: _sign(a.amount - b.amount)),
    Overload("semver", (_TEXT,), _SEMVER, parse_semver, member=False),
    Overload("isSemver", (_TEXT,), _BOOL, _is_semver, member=False),
    Overload("major", (_SEMVER,), _INT, lambda v: v.major),
    Overload("minor", (_SEMVER,), _INT, lambda v: v.minor),
    Overload("patch", (_SEMVER,), _INT, lambda v: v.patch),
    Overload("isLessThan", (_SEMVER, _SEMVER), _BOOL, Semver.__lt__),
    Overload("isGreaterThan", (_SEMVER, _SEMVER), _BOOL, lambda a, b: b < a),
    Overload("compareTo", (_SEMVER, _SEMVER), _INT, lambda a, b: (b < a) - (a < b)),
    Overload("find", (_TEXT, _TEXT), _TEXT, lambda text, pattern: first_match(pattern, text)),
)

METHODS: dict[str, list[Overload]] = {}
for _overload in (*_STANDARD, *KUBERNETES):
    METHODS.setdefault(_overload.name, []).append(_overload)
