"""The answer before the scheduler: why workloads are not admitted, in numbers that lead to their fields."""

from __future__ import annotations

from .answer import queue_answer
from .waiting import waiting_workload

__all__ = ["queue_answer", "waiting_workload"]
