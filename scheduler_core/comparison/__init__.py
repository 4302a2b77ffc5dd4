"""Two runs beside each other: the inputs that differ, and cycle by cycle what became of that."""

from __future__ import annotations

from .cycles import PLACEMENT, Difference, cycle_differences
from .inputs import InputDifference, input_differences
from .versions import CycleDifferences, compare

__all__ = [
    "PLACEMENT",
    "CycleDifferences",
    "Difference",
    "InputDifference",
    "compare",
    "cycle_differences",
    "input_differences",
]
