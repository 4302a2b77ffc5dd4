"""Amounts of quota: 64-bit integers that saturate, of which the largest means unlimited.

Mirrors pkg/resources/amount.go, requests.go and resource_formatter.go @ v0.19.2. An amount is in thousandths of a
core for cpu, in whole units (bytes, pieces) for everything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from math import floor

from scheduler_core.kubernetes.objects.quantity import milli_value, parse, value
from scheduler_core.kubernetes.objects.resources import CPU, EPHEMERAL, MEMORY, Amounts

UNLIMITED = 2**63 - 1
_LEAST = -(2**63)
_FAR = 2**62
_BINARY_SUFFIXES = ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")
_DECIMAL_SUFFIXES = {-3: "m", 0: "", 3: "k", 6: "M", 9: "G", 12: "T", 15: "P", 18: "E"}

FlavorResource = tuple[str, str]
"""A flavor and a resource, for which quota is counted."""

FlavorAmounts = Mapping[FlavorResource, int]


def saturated(number: int) -> int:
    """Return the nearest number that 64 bits hold."""
    if _LEAST <= number <= UNLIMITED:
        return number
    return _LEAST if number < 0 else UNLIMITED


def plus(a: int, b: int) -> int:
    """Return a + b; unlimited if one of them is (Amount.Add)."""
    total = a + b
    if -_FAR < total < _FAR:  # neither is unlimited, and nothing overflows
        return total
    return UNLIMITED if UNLIMITED in (a, b) else saturated(total)


def minus(a: int, b: int) -> int:
    """Return a - b; unlimited less anything but unlimited stays so (Amount.Sub)."""
    difference = a - b
    if -_FAR < a < _FAR and -_FAR < difference < _FAR:
        return difference
    if b == UNLIMITED:
        return 0 if a == UNLIMITED else _LEAST
    return UNLIMITED if a == UNLIMITED else saturated(difference)


def quota_amount(resource: str, quantity: str) -> int:
    """Return an amount of quota, unlimited if it is beyond 64 bits (AmountFromQuantity)."""
    number = parse(quantity)
    if number >= (floor(UNLIMITED / 1000) if resource == CPU else UNLIMITED):
        return UNLIMITED
    return (milli_value if resource == CPU else value)(quantity)


def scaled(amounts: Amounts, factor: int) -> dict[str, int]:
    """Return each amount × factor (Requests.ScaledUp)."""
    return {name: saturated(amount * factor) for name, amount in amounts.items()}


def summed(parts: Iterable[Amounts]) -> dict[str, int]:
    """Return the sum by resource (Requests.Add)."""
    total: dict[str, int] = {}
    for part in parts:
        for name, amount in part.items():
            total[name] = saturated(total.get(name, 0) + amount)
    return total


@cache
def resource_hash(name: str) -> int:
    """Return the FNV-1a hash (64 bits) of a resource's name, in the order of which Kueue visits requests."""
    hashed = 0xCBF29CE484222325
    for byte in name.encode():
        hashed = (hashed ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return hashed


def in_order(requests: Amounts) -> list[tuple[str, int]]:
    """Return requests in the order in which Kueue visits them (SliceRequests of slice_requests.go)."""
    return sorted(requests.items(), key=lambda item: resource_hash(item[0]))


def quantity_text(resource: str, amount: int) -> str:
    """Return an amount as messages write it: `1500m`, `2Gi`, `<unlimited>` (AmountQuantityString)."""
    return "<unlimited>" if amount == UNLIMITED else request_text(resource, amount)


def request_text(resource: str, amount: int) -> str:
    """Return an amount of a request as messages write it (ResourceQuantityString)."""
    if resource == CPU:
        return _decimal(amount, -3)
    if resource in (MEMORY, EPHEMERAL) or resource.startswith("hugepages-"):
        return _binary(amount)
    return _decimal(amount, 0)


def _decimal(mantissa: int, exponent: int) -> str:
    """Return mantissa × 10^exponent with the largest suffix that leaves a whole number."""
    if mantissa == 0:
        return "0"
    while exponent < 18 and mantissa % 1000 == 0:
        mantissa, exponent = mantissa // 1000, exponent + 3
    return f"{mantissa}{_DECIMAL_SUFFIXES[exponent]}"


def _binary(amount: int) -> str:
    """Return a number of bytes with a binary suffix; with a decimal one below 1024 or between powers of it."""
    if abs(amount) < 1024 or amount % 1024:
        return _decimal(amount, 0)
    power = 0
    while power < 6 and amount % 1024 == 0:
        amount, power = amount // 1024, power + 1
    return f"{amount}{_BINARY_SUFFIXES[power]}"
