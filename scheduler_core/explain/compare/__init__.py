"""Comparing two runs, or a run with a FailedScheduling message of a real cluster."""

from __future__ import annotations

from .cycles import PLACEMENT, Difference, cycle_differences
from .inputs import InputDifference, innermost, input_differences
from .versions import CycleDifferences, compare

__all__ = [
    "PLACEMENT",
    "CycleDifferences",
    "Difference",
    "InputDifference",
    "compare",
    "cycle_differences",
    "innermost",
    "input_differences",
]
