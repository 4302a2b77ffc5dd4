"""activeQ, backoffQ and the unschedulable pods.

Mirrors PriorityQueue of pkg/scheduler/backend/queue/scheduling_queue.go @ v1.34.1. The caller keeps the clock: methods
that depend on time take it as `now`, in seconds since the start of the run.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Final

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.framework.interfaces import QueueSortPlugin

from .backoff import backoff_expiration
from .contract import QueueCounts, QueuePart
from .hints import RequeueDecision

# DefaultPodMaxInUnschedulablePodsDuration: after this a pod is attempted again without any event.
FLUSH_SECONDS = 300.0

ACTIVE: Final = "active"
BACKOFF: Final = "backoff"
UNSCHEDULABLE: Final = "unschedulable"

_Order = tuple[float, ...]


@dataclass(slots=True)
class QueuedPod:
    """A pod in the queue. `timestamp` is when it arrived or failed last, `sequence` orders equal timestamps.

    `rejectors` are the plugins that rejected it last; `ready_at` is when its backoff ends.
    """

    pod: Pod
    timestamp: float
    sequence: int
    part: QueuePart = ACTIVE
    attempts: int = 0
    failures: int = 0
    rejectors: tuple[str, ...] = ()
    ready_at: float = 0.0

    @property
    def flush_at(self) -> float:
        """When the pod is attempted again without any event."""
        return self.timestamp + FLUSH_SECONDS


class SchedulingQueue:
    """The scheduling queue, in the order of the QueueSort plugin."""

    def __init__(self, queue_sort: QueueSortPlugin, *, pop_from_backoff: bool) -> None:
        self._queue_sort = queue_sort
        self._pop_from_backoff = pop_from_backoff
        self._active: list[tuple[_Order, int, QueuedPod]] = []
        self._backoff: list[tuple[float, _Order, int, QueuedPod]] = []
        self._unschedulable: dict[str, QueuedPod] = {}
        self._sequence = 0

    def add(self, pod: Pod, now: float) -> None:
        """Add a new pod, which is active at once."""
        self._activate(QueuedPod(pod, now, self._next_sequence()))

    def _next_sequence(self) -> int:
        self._sequence += 1
        return self._sequence

    def _order(self, queued: QueuedPod) -> _Order:
        return self._queue_sort.sort_key(queued.pod, queued.timestamp)

    def _activate(self, queued: QueuedPod) -> None:
        queued.part = ACTIVE
        heapq.heappush(self._active, (self._order(queued), queued.sequence, queued))

    def _back_off(self, queued: QueuedPod) -> None:
        queued.part = BACKOFF
        heapq.heappush(self._backoff, (queued.ready_at, self._order(queued), queued.sequence, queued))

    def order(self) -> list[str]:
        """Return the keys of the active pods, the next one first."""
        return [queued.pod.key for *_, queued in sorted(self._active, key=lambda entry: entry[:2])]

    def parts(self) -> dict[QueuePart, list[str]]:
        """Return the keys of the pods in each part of the queue, in no particular order."""
        return {
            ACTIVE: [queued.pod.key for *_, queued in self._active],
            BACKOFF: [queued.pod.key for *_, queued in self._backoff],
            UNSCHEDULABLE: list(self._unschedulable),
        }

    def counts(self) -> QueueCounts:
        """Return the number of pods in each part of the queue."""
        return {
            ACTIVE: len(self._active),
            BACKOFF: len(self._backoff),
            UNSCHEDULABLE: len(self._unschedulable),
        }

    def pop(self) -> QueuedPod | None:
        """Return the next pod, None if there is none; if activeQ is empty, one in backoff where the version does so."""
        if self._active:
            queued = heapq.heappop(self._active)[-1]
        elif self._backoff and self._pop_from_backoff:
            queued = heapq.heappop(self._backoff)[-1]
        else:
            return None
        queued.attempts += 1
        return queued

    def add_unschedulable(self, queued: QueuedPod, rejectors: Iterable[str], now: float) -> None:
        """Let a pod wait for an event after a failed attempt (AddUnschedulableIfNotPresent)."""
        queued.timestamp, queued.sequence = now, self._next_sequence()
        queued.failures += 1
        queued.rejectors = tuple(rejectors)
        queued.ready_at = backoff_expiration(now, queued.failures)
        queued.part = UNSCHEDULABLE
        self._unschedulable[queued.pod.key] = queued

    def keep_active(self, queued: QueuedPod) -> None:
        """Let a pod that failed be next in its old place, without an event (AddAttemptedPodGroupIfNeeded)."""
        self._activate(queued)

    def move(
        self, decide: Callable[[QueuedPod], RequeueDecision | None], now: float
    ) -> list[tuple[QueuedPod, RequeueDecision]]:
        """Decide about each unschedulable pod and move those to requeue (MoveAllToActiveOrBackoffQueue).

        Pods about which `decide` returns None are left out of the decisions that are returned.
        """
        answers = [(queued, decide(queued)) for queued in self._unschedulable.values()]
        decisions = [(queued, decision) for queued, decision in answers if decision is not None]
        for queued, decision in decisions:
            if decision.requeue:
                del self._unschedulable[queued.pod.key]
                (self._back_off if queued.ready_at > now else self._activate)(queued)
        return decisions

    def delete(self, pod_key: str) -> None:
        """Remove a pod that was deleted while it waited (Delete); a pod that is not in the queue is no error."""
        if self._unschedulable.pop(pod_key, None) is None:
            self._active = [entry for entry in self._active if entry[-1].pod.key != pod_key]
            self._backoff = [entry for entry in self._backoff if entry[-1].pod.key != pod_key]
            heapq.heapify(self._active)
            heapq.heapify(self._backoff)

    def take(self, pod_keys: Collection[str]) -> dict[str, QueuedPod]:
        """Remove these pods, in whichever part they are, for an attempt; return them by key (PopSpecificPod)."""
        taken = {key: self._unschedulable.pop(key) for key in pod_keys if key in self._unschedulable}
        queued_pods = (*(entry[-1] for entry in self._active), *(entry[-1] for entry in self._backoff))
        taken |= {queued.pod.key: queued for queued in queued_pods if queued.pod.key in pod_keys}
        self._active = [entry for entry in self._active if entry[-1].pod.key not in pod_keys]
        self._backoff = [entry for entry in self._backoff if entry[-1].pod.key not in pod_keys]
        heapq.heapify(self._active)
        heapq.heapify(self._backoff)
        for queued in taken.values():
            queued.attempts += 1
        return taken

    def end_backoff(self, now: float) -> None:
        """Activate the pods whose backoff has ended (flushBackoffQCompleted)."""
        while self._backoff and self._backoff[0][0] <= now:
            self._activate(heapq.heappop(self._backoff)[-1])

    def next_ready(self) -> float | None:
        """Return when the next backoff ends, None if no pod is in backoff."""
        return self._backoff[0][0] if self._backoff else None

    def waiting(self) -> list[QueuedPod]:
        """The unschedulable pods, in the order in which they came."""
        return list(self._unschedulable.values())
