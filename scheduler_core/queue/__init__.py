"""The scheduling queue: pods that are ready, pods that back off, and pods that wait for an event."""

from __future__ import annotations

from .hints import Verdict, worth_requeuing
from .scheduling_queue import QueuedPod, SchedulingQueue

__all__ = ["QueuedPod", "SchedulingQueue", "Verdict", "worth_requeuing"]
