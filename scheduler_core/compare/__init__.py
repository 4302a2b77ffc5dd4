"""Two runs beside each other, or a run and a FailedScheduling message of somebody's cluster."""

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
