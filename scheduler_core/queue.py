"""Which pod is scheduled next."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

from .framework.interfaces import QueueSortPlugin
from .objects.pod import Pod


class ActiveQueue:
    """Pods in the order of the QueueSort plugin; the timestamp is the order in which they came."""

    def __init__(self, queue_sort: QueueSortPlugin, pods: Iterable[Pod]) -> None:
        self._queue_sort = queue_sort
        self._heap: list[tuple[tuple[float, ...], str]] = []
        self._arrivals = 0
        for pod in pods:
            self.push(pod)

    def push(self, pod: Pod) -> None:
        key = self._queue_sort.sort_key(pod, float(self._arrivals))
        heapq.heappush(self._heap, (key, pod.key))
        self._arrivals += 1

    def pop(self) -> str:
        return heapq.heappop(self._heap)[1]

    def __len__(self) -> int:
        return len(self._heap)

    def order(self) -> list[str]:
        """The pods that wait, the next one first."""
        return [pod_key for _, pod_key in sorted(self._heap)]
