"""NodeResourcesFit and NodeResourcesBalancedAllocation."""

from __future__ import annotations

from .balanced_allocation import BalancedAllocation
from .balanced_difference import BalancedDifference
from .fit import Fit
from .separate_scorers import SeparateScorer

__all__ = ["BalancedAllocation", "BalancedDifference", "Fit", "SeparateScorer"]
