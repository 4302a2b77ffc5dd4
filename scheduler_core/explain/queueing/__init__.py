"""The answer before the scheduler: why workloads are not admitted, in numbers that lead to their fields."""

from __future__ import annotations

from .answer import admitted_workload, queue_answer
from .waiting import waiting_workload

__all__ = ["admitted_workload", "queue_answer", "waiting_workload"]
