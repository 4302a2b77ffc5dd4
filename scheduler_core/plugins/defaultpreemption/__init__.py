"""DefaultPreemption."""

from .plugin import DefaultPreemption, PreemptionArgs

__all__ = ["DefaultPreemption", "PreemptionArgs"]
