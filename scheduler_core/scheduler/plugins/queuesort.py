"""Mirrors pkg/scheduler/framework/plugins/queuesort/priority_sort.go @ v1.34.1."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.pod import Pod


class PrioritySort:
    """Sorts pods by priority, highest first, then by their time of entering the queue."""

    name = "PrioritySort"

    def sort_key(self, pod: Pod, timestamp: float) -> tuple[float, ...]:
        return (-pod.template.priority, timestamp)
