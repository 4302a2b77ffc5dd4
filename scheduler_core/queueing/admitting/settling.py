"""Kueue's cycles until nothing changes any more."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

from scheduler_core import allowance
from scheduler_core.queueing.assignment.modes import Mode
from scheduler_core.queueing.cycle.entry import Entry, EntryStatus, Nomination
from scheduler_core.queueing.objects.workload import Workload
from scheduler_core.queueing.run.run import QueueingRun, RunCycle
from scheduler_core.queueing.topology.requests import Placement

# More cycles than any queue needs that ends by itself: one takes a workload of each queue.
MOST_CYCLES = 10_000


@dataclass(frozen=True, slots=True)
class Turn:
    """A head in a cycle: how far up it borrows, whether it was admitted, and whether it preempts others."""

    key: str
    level: int
    admitted: bool
    preempts: bool


@dataclass(frozen=True, slots=True)
class Try:
    """The last cycle in which a workload was nominated, and what was found for it.

    `turns` are all heads as they were processed.
    """

    cycle: int
    turns: tuple[Turn, ...]
    nomination: Nomination
    message: str


@dataclass(slots=True)
class Settled:
    """A run at its end, and what is kept of its cycles.

    `looked_at` is the last cycle in which a workload was looked at, `tries` the last in which it was nominated;
    what was admitted before has none. `preemptors` says who preempted a workload last.
    `placements` are the searches by which admitted workloads got their places, by pod set. `repeats` is whether it
    ended since cycles repeat themselves, though not all is at rest; `blocked` who made it stop in a cycle, as long as
    their pods are not ready.
    """

    run: QueueingRun
    cycles: int = 0
    repeats: bool = False
    blocked: tuple[str, ...] = ()
    looked_at: dict[str, int] = field(default_factory=dict)
    tries: dict[str, Try] = field(default_factory=dict)
    preemptors: dict[str, str] = field(default_factory=dict)
    placements: dict[str, Mapping[str, Placement]] = field(default_factory=dict)

    @property
    def stored(self) -> Mapping[str, Workload]:
        return self.run.world.stored


def settle(run: QueueingRun) -> Settled:
    """Step until no queue has a head and nothing is outstanding, or until a state comes back."""
    settled, seen = Settled(run), set[int]()
    statuses = _Statuses(run.world.stored)
    for number in range(1, MOST_CYCLES + 1):
        allowance.check()
        cycle = run.step(number)
        if cycle is not None:
            settled.cycles = number
            _note(settled, cycle)
            statuses.take(cycle.changed)
        evicted = run.end(number)
        statuses.take({key: run.world.stored[key] for key in evicted})
        if cycle is not None and cycle.record.blocked:
            settled.blocked = tuple(run.world.not_ready())
            return settled
        if run.is_outstanding(number):
            continue
        if cycle is None and not run.world.queues.has_heads and not evicted:
            return settled
        state = hash((statuses.digest, frozenset(_searches(run))))
        if state in seen:
            break
        seen.add(state)
    settled.repeats = True
    return settled


def _note(settled: Settled, cycle: RunCycle) -> None:
    turns = tuple(map(_turn, cycle.record.entries))
    for entry in cycle.record.entries:
        key = entry.info.key
        settled.looked_at[key] = cycle.number
        settled.tries[key] = Try(cycle.number, turns, entry.current, entry.message)
        if entry.status is EntryStatus.ASSUMED:
            settled.placements[key] = entry.assignment.placements
        elif _preempts(entry):
            settled.preemptors |= dict.fromkeys((target.info.key for target in entry.targets), key)
    for left in cycle.record.inadmissible:
        settled.looked_at[left.info.key] = cycle.number


def _turn(entry: Entry) -> Turn:
    admitted = entry.status is EntryStatus.ASSUMED
    return Turn(entry.info.key, entry.assignment.level, admitted, _preempts(entry))


def _preempts(entry: Entry) -> bool:
    return entry.status is EntryStatus.NONE and entry.mode is Mode.PREEMPT and bool(entry.targets)


class _Statuses:
    """The statuses of all workloads; `digest` is equal where they are, in whatever order they came."""

    def __init__(self, workloads: Mapping[str, Workload]) -> None:
        self._parts: dict[str, int] = {}
        self.digest = 0
        self.take(workloads)

    def take(self, workloads: Mapping[str, Workload]) -> None:
        """Have these workloads as they are now."""
        for key, workload in workloads.items():
            part = hash((key, _status(workload)))
            self.digest ^= part ^ self._parts.get(key, 0)
            self._parts[key] = part


def _status(workload: Workload) -> Hashable:
    """Return what a cycle can change of a workload, without times."""
    conditions = tuple((c.type, c.status, c.reason, c.message) for c in workload.conditions)
    admitted = workload.admission
    flavors = tuple(
        (part.name, part.count, tuple(sorted(part.flavors.items())), part.topology)
        for part in (admitted.pod_sets if admitted else ())
    )
    return conditions, flavors


def _searches(run: QueueingRun) -> list[tuple[str, str]]:
    """Return who waits for a turn, and where the search of each stopped."""
    return [
        (key, repr(info.last_search.tried) if info.last_search else "")
        for queue in run.world.queues.queues.values()
        for key, info in queue.active.items()
    ]
