"""The order in which pods are tried (pkg/controllers/provisioning/scheduling/queue.go @ v1.13.0)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from scheduler_core.autoscaling.objects.pod import Pod


class Queue:
    """The pods that are not placed yet: the largest first, then those that failed."""

    def __init__(self, pods: Iterable[Pod]) -> None:
        self.first_order = sorted(pods, key=lambda pod: pod.queue_rank)
        self._pods = deque(self.first_order)
        self._last_length: dict[str, int] = {}

    def pop(self) -> Pod | None:
        """Return the next pod, None if nothing was placed since it was last tried."""
        if not self._pods or self._last_length.get(self._pods[0].uid) == len(self._pods):
            return None
        return self._pods.popleft()

    def push(self, pod: Pod) -> None:
        self._pods.append(pod)
        self._last_length[pod.uid] = len(self._pods)
