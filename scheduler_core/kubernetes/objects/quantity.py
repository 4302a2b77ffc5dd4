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
_MAX_LENGTH = 1000  # in characters; Kubernetes has no limit, but no quantity needs more

MAX_INT64 = 2**63 - 1


class InvalidQuantity(ValueError):
    """The text is not a Kubernetes quantity."""


@lru_cache(maxsize=65536)
def parse(text: str) -> Fraction:
    """Return the exact value of a quantity; raise InvalidQuantity."""
    match = _FORM.fullmatch(text) if len(text) <= _MAX_LENGTH else None
    if not match:
        raise InvalidQuantity(text)
    sign, digits, suffix, exponent = match.groups()
    number = Fraction(digits)
    if suffix in _BINARY:
        number *= 1 << _BINARY[suffix]
    else:
        number *= Fraction(10) ** (int(exponent) if exponent else _DECIMAL[suffix or ""])
    return -number if sign == "-" else number


def _away_from_zero(number: Fraction) -> int:
    """Round up in magnitude and clamp to int64, as Go does for quantities."""
    whole = ceil(number) if number > 0 else floor(number)
    return max(-MAX_INT64 - 1, min(MAX_INT64, whole))


def value(text: str) -> int:
    """Return whole units, rounded away from zero (Quantity.Value)."""
    return _away_from_zero(parse(text))


def milli_value(text: str) -> int:
    """Return thousandths, rounded away from zero (Quantity.MilliValue)."""
    return _away_from_zero(parse(text) * 1000)
