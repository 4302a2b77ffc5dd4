"""Kubernetes quantities ("100m", "1.5Gi", "2e3") as exact integers.

Mirrors staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go @ v1.34.1.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

_BINARY = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
_DECIMAL = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_FORM = re.compile(
    r"([+-]?)([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE])|[eE]([+-]?[0-9]{1,3}))?"
)
_LONGEST = 1000  # characters; Kubernetes has no limit, and no use for more

MAX_INT64 = 2**63 - 1


class InvalidQuantity(ValueError):
    """The text is not a Kubernetes quantity."""


@lru_cache(maxsize=65536)
def parse(text: str) -> Fraction:
    """The exact number that a quantity stands for; raises InvalidQuantity."""
    found = _FORM.fullmatch(text) if len(text) <= _LONGEST else None
    if not found:
        raise InvalidQuantity(text)
    sign, digits, suffix, exponent = found.groups()
    number = Fraction(digits)
    if suffix in _BINARY:
        number *= 1 << _BINARY[suffix]
    else:
        number *= Fraction(10) ** (int(exponent) if exponent else _DECIMAL[suffix or ""])
    return -number if sign == "-" else number


def _away_from_zero(number: Fraction) -> int:
    """Go rounds quantities up in magnitude and stops at the range of int64."""
    whole = ceil(number) if number > 0 else floor(number)
    return max(-MAX_INT64 - 1, min(MAX_INT64, whole))


def value(text: str) -> int:
    """Quantity.Value(): whole units, rounded away from zero."""
    return _away_from_zero(parse(text))


def milli_value(text: str) -> int:
    """Quantity.MilliValue(): thousandths, rounded away from zero."""
    return _away_from_zero(parse(text) * 1000)
