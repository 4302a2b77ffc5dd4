"""Sums and texts of quantities, in the canonical form in which the API server prints them.

Mirrors Quantity.String and Quantity.Add of staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go @ v1.34.1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from scheduler_core.kubernetes.objects.quantity import InvalidQuantity, parse

_BINARY_SUFFIXES = ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")
_DECIMAL_SUFFIXES = ("n", "u", "m", "", "k", "M", "G", "T", "P", "E")
_NANO = Fraction(1, 10**9)
_EXPONENT = re.compile(r"[eE][+-]?[0-9]")


@dataclass(frozen=True, slots=True)
class Quantity:
    """An exact amount; `binary` and `exponent` say whether it is printed as 1Gi, as 1e3 or, with neither, as 1k."""

    amount: Fraction
    binary: bool = False
    exponent: bool = False

    def __add__(self, other: Quantity) -> Quantity:
        """Return the sum in the format of the first quantity that is not zero."""
        form = self if self.amount else other
        return Quantity(self.amount + other.amount, form.binary, form.exponent)

    def __str__(self) -> str:
        if self.binary and abs(self.amount) >= 1024 and self.amount.denominator == 1:
            return _shortest(int(self.amount), 1024, _BINARY_SUFFIXES)
        nano = ceil(self.amount / _NANO)
        if not self.exponent:
            return _shortest(nano, 1000, _DECIMAL_SUFFIXES) if nano else "0"
        number, power = nano, -9
        while number and number % 1000 == 0:
            number, power = number // 1000, power + 3
        return f"{number}e{power}" if number and power else str(number)


ZERO = Quantity(Fraction(0))
ONE = Quantity(Fraction(1))


def read_quantity(value: Any) -> Quantity:
    """Return the quantity that a manifest states; raise InvalidQuantity."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise InvalidQuantity(str(value))
    text = str(value)
    return Quantity(parse(text), text.endswith("i"), bool(_EXPONENT.search(text)))


def _shortest(number: int, base: int, suffixes: tuple[str, ...]) -> str:
    step = 0
    while number and number % base == 0 and step < len(suffixes) - 1:
        number, step = number // base, step + 1
    return f"{number}{suffixes[step]}"
