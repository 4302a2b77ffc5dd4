"""Go's arithmetic where it differs from Python's and numpy's."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def round_half_away(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return int64(math.Round(v)): halves round away from zero (np.rint rounds them to the even neighbour)."""
    whole = np.trunc(values)
    away = np.abs(values - whole) >= 0.5
    return (whole + np.where(away, np.copysign(1.0, values), 0.0)).astype(np.int64)


def truncate(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return int64(v), rounded towards zero; the smallest integer for what does not fit, as on amd64."""
    with np.errstate(invalid="ignore"):
        return values.astype(np.int64)


def divide(numerator: NDArray[np.int64], denominator: NDArray[np.int64] | int) -> NDArray[np.int64]:
    """Divide integers, rounding towards zero (`//` rounds down). The denominator must not be 0."""
    quotient: NDArray[np.int64] = np.abs(numerator) // np.abs(denominator)
    return quotient * np.sign(numerator) * np.sign(denominator)


def wrap(number: int) -> int:
    """Wrap a number around to int64, as silent overflow does."""
    return (number + 2**63) % 2**64 - 2**63
