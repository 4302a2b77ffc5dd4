"""Sweeps: the same scenario, or several, over seeds, settings, versions, losses and added nodes."""

from __future__ import annotations

from .specification import read_sweep
from .sweep import Sweep
from .table import table
from .tally import merge

__all__ = ["Sweep", "merge", "read_sweep", "table"]
