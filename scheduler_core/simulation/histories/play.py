"""One pass through a trace with the decisions of the scheduler.

The queue, its backoff and what requeues a pod are those of the run; here pods come, end, and are counted. The flush
of pods that have waited for five minutes is left out: in a cluster in which pods alone come and go, nothing makes room
but a pod that leaves, which requeues those that lacked it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from math import inf

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.simulation.run.queue import QueuedPod
from scheduler_core.simulation.run.run import Run
from scheduler_core.simulation.run.simulation import Simulation

from .devices import Devices
from .fragments import RESOURCES, Fragments
from .series import Maxima, Means
from .trace import Demand, Trace

# At one moment pods leave before others come.
_LEAVES, _COMES = 0, 1


@dataclass(slots=True)
class Stay:
    """What became of a pod: when and where it was placed, if it was."""

    placed_at: float | None = None
    node: str | None = None


@dataclass(slots=True)
class Counts:
    running: int = 0
    attempts: int = 0
    gone_unplaced: int = 0
    peak: IntArray = field(default_factory=lambda: np.zeros(len(RESOURCES), dtype=np.int64))


class Play:
    """Plays a trace on its nodes. The simulation has the nodes, and no pods."""

    def __init__(self, trace: Trace, simulation: Simulation, templates: Mapping[Demand, PodTemplate]) -> None:
        self.simulation = simulation
        self.fragments = Fragments(simulation.handle.snapshot, trace)
        self.means = Means(2 * len(RESOURCES) + 1, trace.end)
        self.most_pending = Maxima(trace.end)
        self.devices = Devices(trace.nodes)
        self.stays = [Stay() for _ in trace.pods]
        self.counts = Counts()
        self._trace = trace
        self._run = Run(simulation)
        self._pods = [Pod(pod.name, pod.name, templates[pod.demand]) for pod in trace.pods]
        self._numbers = {pod.key: number for number, pod in enumerate(self._pods)}
        self._timetable = [(pod.created, _COMES, number) for number, pod in enumerate(trace.pods)]
        heapify(self._timetable)

    def play(self) -> None:
        """Play until every pod has come, and each that ends has ended."""
        while True:
            moment = self._timetable[0][0] if self._timetable else inf
            queued = self._run.next(until=moment)
            if queued is not None:
                self._attempt(queued)
            elif self._timetable:
                self._happen(*heappop(self._timetable))
            else:
                self._hold(max(self._run.now, self._trace.end))
                return

    def _attempt(self, queued: QueuedPod) -> None:
        self._hold(self._run.now)
        self.counts.attempts += 1
        outcome = self._run.schedule(queued)
        if outcome.node is not None:
            self._place(self._numbers[outcome.pod], outcome.node)

    def _place(self, number: int, node: str) -> None:
        pod, stay = self._trace.pods[number], self.stays[number]
        stay.placed_at, stay.node = self._run.now, node
        if pod.lifetime is not None:
            heappush(self._timetable, (self._run.now + pod.lifetime, _LEAVES, number))
        self.counts.running += 1
        self.devices.take(number, node, pod.demand)
        self._look_at(node)
        np.maximum(self.counts.peak, self.fragments.requested, out=self.counts.peak)

    def _happen(self, moment: float, kind: int, number: int) -> None:
        self._hold(moment)
        self._run.now = moment
        if kind == _LEAVES:
            self._leave(number)
        else:
            self._come(number)

    def _come(self, number: int) -> None:
        pod = self._trace.pods[number]
        self._run.add(self._pods[number])
        if pod.scheduled is None and pod.deleted is not None:
            heappush(self._timetable, (pod.deleted, _LEAVES, number))

    def _leave(self, number: int) -> None:
        node = self.stays[number].node
        self._run.delete(self._pods[number].key)
        if node is None:
            self.counts.gone_unplaced += 1
            return
        self.counts.running -= 1
        self.devices.give_back(number)
        self._look_at(node)

    def _look_at(self, node: str) -> None:
        self.fragments.update(self.simulation.handle.snapshot.index[node])

    def _hold(self, until: float) -> None:
        """Count what has been so since the last change, and lasts until the next one."""
        fragments = self.fragments
        self.means.hold(
            until, np.concatenate((fragments.requested, fragments.unusable, [self.counts.running]))
        )
        self.most_pending.hold(until, len(self.simulation.waiting))
