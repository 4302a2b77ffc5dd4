"""The values of expressions that Python has no type for, and equality, order and type names as cel-go has them."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from typing import Any, TypeAlias

from scheduler_core.kubernetes.objects.quantity import InvalidQuantity, parse


class CelError(Exception):
    """An expression has no result; the message is that of cel-go."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """kubernetes.Quantity: an amount such as 40Gi. Equal amounts are equal, however they are written."""

    amount: Fraction

    @classmethod
    def parsed(cls, text: str) -> Quantity:
        """Return the amount in a text; raise CelError for any other text."""
        try:
            return cls(parse(text))
        except InvalidQuantity:
            raise CelError(
                "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
            ) from None


MIN_INT, MAX_INT, MAX_UINT = -(2**63), 2**63 - 1, 2**64 - 1
_UINT_DIGITS = 20
_IDENTIFIER = re.compile(r"[0-9A-Za-z-]+")


@total_ordering
@dataclass(frozen=True, slots=True)
class Semver:
    """kubernetes.Semver: a version of semver.org; `build` counts neither for equality nor for order."""

    major: int
    minor: int
    patch: int
    pre: tuple[str, ...] = ()

    def __lt__(self, other: Semver) -> bool:
        return self._key() < other._key()

    def _key(self) -> tuple[object, ...]:
        # A version is larger than its pre-releases; numbers are smaller than words.
        identifiers = tuple((0, int(i), "") if i.isdigit() else (1, 0, i) for i in self.pre)
        return self.major, self.minor, self.patch, not self.pre, identifiers


def parse_semver(text: str) -> Semver:
    """Return a version; raise CelError in the words of github.com/blang/semver."""
    if not text:
        raise CelError("Version string empty")
    parts = text.split(".", 2)
    if len(parts) != 3:
        raise CelError("No Major.Minor.Patch elements found")
    rest, _, build = parts[2].partition("+")
    patch, dash, pre = rest.partition("-")
    major, minor = _number("Major", parts[0]), _number("Minor", parts[1])
    identifiers = tuple(pre.split(".")) if dash else ()
    for identifier in (*identifiers, *(build.split(".") if build else ())):
        if not _IDENTIFIER.fullmatch(identifier):
            raise CelError(f"Invalid character(s) found in prerelease {identifier!r}".replace("'", '"'))
    for identifier in identifiers:
        if identifier.isdigit():
            _uint64(identifier)
    return Semver(major, minor, _number("Patch", patch), identifiers)


def _number(word: str, text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise CelError(f'Invalid character(s) found in {word.lower()} number "{text}"')
    if len(text) > 1 and text[0] == "0":
        raise CelError(f'{word} number must not contain leading zeroes "{text}"')
    return _uint64(text)


def _uint64(digits: str) -> int:
    if len(digits) > _UINT_DIGITS or int(digits) > MAX_UINT:
        raise CelError(f'strconv.ParseUint: parsing "{digits}": value out of range')
    return int(digits)


Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Ip:
    """net.IP: an address."""

    address: Address

    def __str__(self) -> str:
        return str(self.address)


@dataclass(frozen=True, slots=True)
class Cidr:
    """net.CIDR: an address with the network that it is in."""

    address: Address
    network: ipaddress.IPv4Network | ipaddress.IPv6Network

    def __str__(self) -> str:
        return f"{self.address}/{self.network.prefixlen}"


@dataclass(frozen=True, slots=True)
class Url:
    """kubernetes.URL."""

    text: str


class Domains(dict[str, Mapping[str, Any]]):
    """Values by domain. A domain that is not there is an empty map, though `in` and size do not count it."""


class Growing(list[Any]):
    """The list that a macro such as map() adds its elements to, in place."""


@dataclass(frozen=True, slots=True)
class Optional:
    """optional_type: a value or none."""

    value: Any = None
    present: bool = False


NONE = Optional()

_TYPE_NAMES: tuple[tuple[type, str], ...] = (
    (bool, "bool"),
    (int, "int"),
    (float, "double"),
    (str, "string"),
    (bytes, "bytes"),
    (list, "list"),
    (dict, "map"),
    (Quantity, "kubernetes.Quantity"),
    (Semver, "kubernetes.Semver"),
    (Ip, "net.IP"),
    (Cidr, "net.CIDR"),
    (Url, "kubernetes.URL"),
    (Optional, "optional_type"),
)


def type_name(value: Any) -> str:
    """Return the type of a value as error messages name it."""
    return next((name for kind, name in _TYPE_NAMES if isinstance(value, kind)), "null_type")


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def equal(one: Any, other: Any) -> bool:
    """Return whether two values are equal; values of different types are not, but for numbers."""
    if is_number(one) and is_number(other):
        return bool(one == other)
    if type(one) is not type(other) and not (isinstance(one, dict) and isinstance(other, dict)):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(equal(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(value, other[key]) for key, value in one.items())
    return bool(one == other)


def no_overload(function: str, *arguments: Any) -> CelError:
    """Return the error of a function called with values that it does not take."""
    return CelError(f"no such overload: {function}({', '.join(map(type_name, arguments))})")
