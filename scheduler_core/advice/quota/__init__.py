"""What it would take for a workload to be admitted, each change tried by a run of Kueue and of the scheduler."""

from __future__ import annotations

from .cures import queue_cures

__all__ = ["queue_cures"]
