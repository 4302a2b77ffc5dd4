"""DefaultPreemption."""

from __future__ import annotations

from .plugin import DefaultPreemption, PreemptionArgs

__all__ = ["DefaultPreemption", "PreemptionArgs"]
