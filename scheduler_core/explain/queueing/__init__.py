"""The answer before the scheduler: why workloads are not admitted, in numbers that lead to their fields."""

from __future__ import annotations

from .answer import QueueInquiry, admitted_workload, queue_answer
from .idle import idle_workloads
from .waiting import waiting_workload
from .walk import kueue_walk

__all__ = [
    "QueueInquiry",
    "admitted_workload",
    "idle_workloads",
    "kueue_walk",
    "queue_answer",
    "waiting_workload",
]
