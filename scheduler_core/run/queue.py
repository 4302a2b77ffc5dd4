"""activeQ, backoffQ and the unschedulable pods.

Mirrors PriorityQueue of pkg/scheduler/backend/queue/scheduling_queue.go @ v1.34.1. The clock is the caller's: every
method that depends on time is told it, in seconds since the run began.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from scheduler_core.framework.interfaces import QueueSortPlugin
from scheduler_core.objects.pod import Pod

from .backoff import backoff_expiration
from .contract import QueueCounts, QueuePart
from .hints import Verdict

# DefaultPodMaxInUnschedulablePodsDuration: after this a pod is tried again whatever happened.
FLUSH_SECONDS = 300.0

ACTIVE: Final = "active"
BACKOFF: Final = "backoff"
UNSCHEDULABLE: Final = "unschedulable"

_Order = tuple[float, ...]


@dataclass(slots=True)
class QueuedPod:
    """A pod in the queue. `since` is when it came or failed last, `arrival` numbers its comings.

    `rejectors` are the plugins that rejected it last; `ready_at` is when its backoff ends.
    """

    pod: Pod
    since: float
    arrival: int
    place: QueuePart = ACTIVE
    attempts: int = 0
    failures: int = 0
    rejectors: tuple[str, ...] = ()
    ready_at: float = 0.0

    @property
    def flush_at(self) -> float:
        """When the pod is tried again even if nothing happens."""
        return self.since + FLUSH_SECONDS


class SchedulingQueue:
    """Hands out pods in the order of the QueueSort plugin."""

    def __init__(self, queue_sort: QueueSortPlugin, *, pop_from_backoff: bool) -> None:
        self._queue_sort = queue_sort
        self._pop_from_backoff = pop_from_backoff
        self._active: list[tuple[_Order, int, QueuedPod]] = []
        self._backoff: list[tuple[float, _Order, int, QueuedPod]] = []
        self._unschedulable: dict[str, QueuedPod] = {}
        self._arrivals = 0

    def add(self, pod: Pod, now: float) -> None:
        """A new pod is active at once."""
        self._activate(QueuedPod(pod, now, self._next_arrival()))

    def _next_arrival(self) -> int:
        self._arrivals += 1
        return self._arrivals

    def _order(self, queued: QueuedPod) -> _Order:
        return self._queue_sort.sort_key(queued.pod, queued.since)

    def _activate(self, queued: QueuedPod) -> None:
        queued.place = ACTIVE
        heapq.heappush(self._active, (self._order(queued), queued.arrival, queued))

    def _back_off(self, queued: QueuedPod) -> None:
        queued.place = BACKOFF
        heapq.heappush(self._backoff, (queued.ready_at, self._order(queued), queued.arrival, queued))

    def order(self) -> list[str]:
        """The active pods, the next one first."""
        return [queued.pod.key for *_, queued in sorted(self._active, key=lambda entry: entry[:2])]

    def counts(self) -> QueueCounts:
        """How many pods are in each part of the queue."""
        return {
            ACTIVE: len(self._active),
            BACKOFF: len(self._backoff),
            UNSCHEDULABLE: len(self._unschedulable),
        }

    def pop(self) -> QueuedPod | None:
        """The next pod; with an empty activeQ one that backs off, if the version does so. None when there is none."""
        if self._active:
            queued = heapq.heappop(self._active)[-1]
        elif self._backoff and self._pop_from_backoff:
            queued = heapq.heappop(self._backoff)[-1]
        else:
            return None
        queued.attempts += 1
        return queued

    def put_back(self, queued: QueuedPod, rejectors: Iterable[str], now: float) -> None:
        """AddUnschedulableIfNotPresent: after a failed attempt the pod waits for an event."""
        queued.since, queued.arrival = now, self._next_arrival()
        queued.failures += 1
        queued.rejectors = tuple(rejectors)
        queued.ready_at = backoff_expiration(now, queued.failures)
        queued.place = UNSCHEDULABLE
        self._unschedulable[queued.pod.key] = queued

    def move(self, ask: Callable[[QueuedPod], Verdict], now: float) -> list[tuple[QueuedPod, Verdict]]:
        """MoveAllToActiveOrBackoffQueue: asks about every unschedulable pod; those worth it move on."""
        answers = [(queued, ask(queued)) for queued in self._unschedulable.values()]
        for queued, verdict in answers:
            if verdict.requeue:
                del self._unschedulable[queued.pod.key]
                (self._back_off if queued.ready_at > now else self._activate)(queued)
        return answers

    def end_backoff(self, now: float) -> None:
        """flushBackoffQCompleted."""
        while self._backoff and self._backoff[0][0] <= now:
            self._activate(heapq.heappop(self._backoff)[-1])

    def next_ready(self) -> float | None:
        """When the next backoff ends."""
        return self._backoff[0][0] if self._backoff else None

    def waiting(self) -> list[QueuedPod]:
        """The unschedulable pods, in the order in which they came."""
        return list(self._unschedulable.values())
