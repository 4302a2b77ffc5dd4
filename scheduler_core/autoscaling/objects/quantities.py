"""Resource lists: exact amounts, and the format that a sum is written in.

Mirrors staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go @ v1.35 and pkg/utils/resources @ v1.13.0.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import ceil, floor
from typing import Literal, NamedTuple

from scheduler_core.kubernetes.objects.quantity import parse
from scheduler_core.kubernetes.objects.reading import ManifestField

UNIT = 10**9  # amounts are in billionths, the smallest that a quantity has

Format = Literal["decimal", "binary", "exponent"]
Amounts = Mapping[str, int]

_DECIMAL = {-9: "n", -6: "u", -3: "m", 0: "", 3: "k", 6: "M", 9: "G", 12: "T", 15: "P", 18: "E"}
_BINARY = ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")
_EXPONENT = re.compile("[eE][+-]?[0-9]+$")


class Quantity(NamedTuple):
    """An amount in billionths and the format that it is written in."""

    amount: int
    format: Format = "decimal"

    def __str__(self) -> str:
        """Return the canonical form: the largest unit that leaves an integer (CanonicalizeBytes)."""
        if self.format == "binary" and self.amount % UNIT == 0 and abs(self.amount) >= 1024 * UNIT:
            return _scaled_binary(self.amount // UNIT)
        return _scaled_decimal(self.amount, with_exponent=self.format == "exponent")


Quantities = Mapping[str, Quantity]


def _scaled_binary(whole: int) -> str:
    steps = 0
    while whole % 1024 == 0 and steps < len(_BINARY) - 1:
        whole, steps = whole // 1024, steps + 1
    return f"{whole}{_BINARY[steps]}"


def _scaled_decimal(amount: int, *, with_exponent: bool) -> str:
    if amount == 0:
        return "0"
    power = -9
    while amount % 1000 == 0 and (with_exponent or power < max(_DECIMAL)):
        amount, power = amount // 1000, power + 3
    return f"{amount}e{power}" if with_exponent and power else f"{amount}{_DECIMAL[power]}"


@lru_cache(maxsize=65536)
def read_quantity(text: str) -> Quantity:
    """Return a quantity; raise InvalidQuantity."""
    exact = parse(text) * UNIT
    amount = ceil(exact) if exact > 0 else floor(exact)
    if text.endswith("i"):
        return Quantity(amount, "binary")
    return Quantity(amount, "exponent" if _EXPONENT.search(text) else "decimal")


def read_quantities(at: ManifestField, key: str) -> dict[str, Quantity]:
    return {name: read_quantity(text) for name, text in at.quantities(key).items()}


def merged(*lists: Quantities) -> dict[str, Quantity]:
    """Return the sum of resource lists; a sum has the format of its first operand that is not zero (Merge)."""
    total: dict[str, Quantity] = {}
    for quantities in lists:
        for name, (amount, written) in quantities.items():
            before = total.get(name)
            total[name] = Quantity(
                amount + (before.amount if before else 0),
                before.format if before and before.amount else written,
            )
    return total


def largest(lists: Iterable[Quantities]) -> dict[str, Quantity]:
    """Return the largest amount of each resource; of equal ones the first (MaxResources)."""
    result: dict[str, Quantity] = {}
    for quantities in lists:
        for name, quantity in quantities.items():
            if name not in result or quantity.amount > result[name].amount:
                result[name] = quantity
    return result


def amounts(quantities: Quantities) -> dict[str, int]:
    return {name: quantity.amount for name, quantity in quantities.items()}


def plus(left: Amounts, right: Amounts) -> dict[str, int]:
    total = dict(left)
    for name, amount in right.items():
        total[name] = total.get(name, 0) + amount
    return total


def minus(left: Amounts, right: Amounts) -> dict[str, int]:
    """Return what is left of the resources that `left` lists (Subtract)."""
    return {name: amount - right.get(name, 0) for name, amount in left.items()}


def fits(wanted: Amounts, total: Amounts) -> bool:
    """Return whether each wanted amount is there; nothing fits where a total is negative (Fits)."""
    return all(amount >= 0 for amount in total.values()) and all(
        amount <= total.get(name, 0) for name, amount in wanted.items()
    )


def concise(quantities: Quantities) -> str:
    """Return a resource list as messages write it."""
    return json.dumps({name: str(q) for name, q in sorted(quantities.items())}, separators=(",", ":"))
