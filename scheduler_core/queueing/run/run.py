"""A run: what happens before each cycle, the cycle, and what the controllers make of it.

The order of things is that of Kueue's workload controller and job reconciler @ v0.19.2, one after another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from scheduler_core.allowance import each
from scheduler_core.kubernetes.objects.collector import paused_collector
from scheduler_core.queueing.cycle import conditions
from scheduler_core.queueing.cycle.scheduler import CycleRecord, World, schedule
from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.cluster import QueueingObjects
from scheduler_core.queueing.objects.workload import FINISHED, Condition, Workload
from scheduler_core.queueing.preemption.preemptor import FairSharing
from scheduler_core.queueing.queues.manager import QueueManager, is_admissible
from scheduler_core.queueing.queues.pending import PendingQueue
from scheduler_core.queueing.snapshot.cache import Cache
from scheduler_core.queueing.snapshot.info import WorkloadInfo

START = datetime(2030, 1, 1, tzinfo=UTC)
_STEP = timedelta(minutes=1)
DEFAULT_CYCLES = 24


@dataclass(frozen=True, slots=True)
class Event:
    """What happens just before a cycle: a workload is created, or one ends (`finish` is its key)."""

    cycle: int
    create: Workload | None = None
    finish: str = ""


@dataclass(frozen=True, slots=True)
class QueueingScenario:
    """Objects, and what happens to them.

    `eviction_delay` is for how many cycles a preempted workload keeps its quota after the one that evicted it.
    `fair_sharing` is None for classical sharing. `blocks_admission` is whether nobody is admitted as long as pods of
    others are not ready; an admitted workload may wait `ready_seconds` for its pods, 0 for ever, which plays no part.
    """

    objects: QueueingObjects
    gates: Gates
    fair_sharing: FairSharing | None = None
    events: tuple[Event, ...] = ()
    eviction_delay: int = 0
    max_cycles: int = DEFAULT_CYCLES
    blocks_admission: bool = False
    ready_seconds: int = 0


@dataclass(frozen=True, slots=True)
class QueueState:
    """A queue before a cycle: who waits in which order, who is parked, and who stays first."""

    active: tuple[str, ...]
    parked: tuple[str, ...]
    sticky: str
    inactive: bool


@dataclass(slots=True)
class RunCycle:
    """A cycle of a run.

    `changed` are the workloads whose status it changed, as it left them.
    """

    number: int
    queues: Mapping[str, QueueState]
    record: CycleRecord
    changed: Mapping[str, Workload]


class QueueingRun:
    """A run of Kueue over a scenario, step by step.

    Its cycles have no `queues` unless it `watches_queues`.
    """

    def __init__(self, scenario: QueueingScenario, *, watches_queues: bool = False) -> None:
        self.scenario = scenario
        self._watches_queues = watches_queues
        objects, gates = scenario.objects, scenario.gates
        cache = Cache(objects, gates)
        queues = QueueManager(objects, gates, cache.inactive)
        stored, blocks = dict(objects.workloads), scenario.blocks_admission
        self.world = World(objects, cache, queues, stored, scenario.fair_sharing, blocks)
        self._evicting: dict[str, int] = {}
        for _, workload in each(sorted(self.world.stored.items())):
            self._take_in(workload)

    def step(self, number: int) -> RunCycle | None:
        """Let happen what happens before a cycle, and run it; None if no queue has a head.

        `number` is counted from 1. Whoever takes a cycle ends it with `end`.
        """
        self._happen(number)
        self.world.queues.carry_out_requests()
        return self._cycle(number) if self.world.queues.has_heads else None

    def is_outstanding(self, number: int) -> bool:
        """Return whether something still happens by itself after a cycle: an event, or the end of an eviction."""
        return bool(self._evicting) or any(event.cycle > number for event in self.scenario.events)

    def queue_states(self) -> dict[str, QueueState]:
        """Return the queues as they are now, by ClusterQueue."""
        return {
            name: _state(queue, inactive=name in self.world.cache.inactive)
            for name, queue in self.world.queues.queues.items()
        }

    def _cycle(self, number: int) -> RunCycle:
        states = self.queue_states() if self._watches_queues else {}
        with (
            paused_collector()
        ):  # what a cycle makes is small, and the cluster that would be gone through large
            record = schedule(self.world, number, _time(number))
        stored, before = self.world.stored, record.before
        changed = {key: stored[key] for key in sorted(before) if stored[key] != before[key]}
        for key, workload in changed.items():
            self._report(before[key], workload, number)
        return RunCycle(number, states, record, changed)

    def _happen(self, number: int) -> None:
        """Let the events of a cycle happen, in the order in which they are listed."""
        for event in self.scenario.events:
            if event.cycle == number and event.create is not None:
                self.world.stored[event.create.key] = event.create
                self._take_in(event.create)
            elif event.cycle == number and event.finish in self.world.stored:
                self._end(self.world.stored[event.finish], number)

    def _take_in(self, workload: Workload) -> None:
        """Mirrors Create of pkg/controller/core/workload_controller.go."""
        if is_admissible(workload):
            self.world.queues.add_or_update(workload)
        else:
            self.world.cache.update(workload)
            if workload.evicted and workload.reserves_quota:
                self._evicting[workload.key] = (
                    1 + self.scenario.eviction_delay
                )  # as if evicted in the first cycle

    def _end(self, workload: Workload, number: int) -> None:
        """Let a workload end: its quota is free, and parked workloads are looked at again."""
        ended = Condition(FINISHED, "Succeeded", "Job finished successfully", _time(number))
        self.world.stored[workload.key] = workload.with_condition(ended)
        self.world.queues.delete(workload)
        self.world.queues.notify(workload)
        self.world.cache.delete(workload.key)
        self._evicting.pop(workload.key, None)

    def _report(self, before: Workload, workload: Workload, number: int) -> None:
        """Tell cache and queues of a changed workload, as Update of the workload controller does."""
        if workload.evicted and workload.reserves_quota and not before.evicted:
            self._evicting[workload.key] = number + self.scenario.eviction_delay
        if not before.reserves_quota and not workload.reserves_quota:
            self.world.queues.add_or_update(workload)
        elif not before.reserves_quota:
            self.world.queues.delete(workload)
            self.world.cache.update(workload)
        elif not workload.reserves_quota:
            self.world.cache.delete(workload.key)
            self.world.queues.add_or_update(workload)
            self.world.queues.notify(workload)
        else:
            self.world.cache.update(workload)

    def end(self, number: int) -> list[str]:
        """Take the quota of preempted workloads whose pods are gone after a cycle, and return their keys."""
        due = sorted(key for key, cycle in self._evicting.items() if cycle <= number)
        for key in due:
            del self._evicting[key]
            before = self.world.stored[key]
            self.world.stored[key] = conditions.evicted(before, _time(number))
            self._report(before, self.world.stored[key], number)
        return due


def _state(queue: PendingQueue, *, inactive: bool) -> QueueState:
    def in_order(infos: Mapping[str, WorkloadInfo]) -> tuple[str, ...]:
        return tuple(info.key for info in sorted(infos.values(), key=queue.order))

    return QueueState(in_order(queue.active), in_order(queue.parked), queue.sticky, inactive)


def _time(cycle: int) -> str:
    return (START + cycle * _STEP).strftime("%Y-%m-%dT%H:%M:%SZ")
