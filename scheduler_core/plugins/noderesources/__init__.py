"""NodeResourcesFit and NodeResourcesBalancedAllocation."""

from __future__ import annotations

from .balanced_allocation import BalancedAllocation
from .fit import Fit

__all__ = ["BalancedAllocation", "Fit"]
