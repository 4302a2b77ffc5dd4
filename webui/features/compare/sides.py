"""The sides of a comparison, each given by a link or a run."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scheduler_core import Cycle, Difference, cycle_differences
from scheduler_core.contract import CycleFinished, PointFinished
from webui.core.runs import cycles, log
from webui.core.runs.models import Run
from webui.core.runs.start import run_to_show
from webui.core.snapshots.access import is_expired, snapshot_for
from webui.core.snapshots.models import Snapshot
from webui.core.snapshots.replicas import matching_names
from webui.features.compare.outcomes import Outcome, outcomes
from webui.ground.lib.errors import not_found

Key = tuple[str, int]  # pod and attempt


@dataclass(frozen=True)
class Attempt:
    """A cycle as the log has it; the names of its events are those of its own run."""

    cycle: int
    finished: CycleFinished
    points: list[PointFinished]

    def has_same_log(self, other: Attempt) -> bool:
        """Return whether the logs of one pod are equal. The cycles may still differ in single nodes."""
        return _anonymous([self.finished, *self.points]) == _anonymous([other.finished, *other.points])


@dataclass
class Side:
    """A run of a comparison. `names` are the names that its pods go by here, where they are not their own."""

    snapshot: Snapshot
    run: Run | None
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def finished(self) -> bool:
        return self.run is not None and self.run.status not in Run.UNFINISHED

    @cached_property
    def attempts(self) -> dict[Key, Attempt]:
        """The attempts in the order of the log."""
        points: dict[int, list[PointFinished]] = {}
        attempts: dict[Key, Attempt] = {}
        for event in self._events():
            cycle_points = points.setdefault(event["cycle"], [])
            if event["kind"] == "point.finished":
                cycle_points.append(event)
            else:
                pod = self.names.get(event["pod"], event["pod"])
                attempts[pod, event["attempt"]] = Attempt(event["cycle"], event, cycle_points)
        return attempts

    def _events(self) -> Iterator[Any]:
        """Yield the events of points and of ends of cycles."""
        return log.events_of(self.run.pk, "cycle.finished", "point.finished") if self.run else iter(())

    @cached_property
    def placements(self) -> dict[str, str | None]:
        """Each pod's node after its last attempt; None if it is pending."""
        return {pod: attempt.finished["node"] for (pod, _), attempt in self.attempts.items()}

    @cached_property
    def outcomes(self) -> dict[str, Outcome]:
        """How each pod ended, by its name here."""
        return outcomes(self.run, self.names)

    def cycle(self, key: Key) -> Cycle | None:
        attempt = self.attempts.get(key)
        return cycles.cycle_once(self.run, attempt.cycle) if attempt and self.run else None

    def cycles(self) -> Iterator[Cycle]:
        """Yield all cycles in order. Read each one before advancing to the next."""
        return cycles.every_cycle(self.run) if self.run else iter(())


def both_sides(a: str, b: str) -> tuple[Side, Side]:
    """Return the sides as `side` does; the pods of B's workloads go by the names that they have in A."""
    side_a, side_b = side(a), side(b)
    side_b.names = matching_names(side_b.snapshot, side_a.snapshot)
    return side_a, side_b


def side(name: str) -> Side:
    """Return the side for the id of a snapshot or a run. Raise Problem (404, or 410 for a link that is gone)."""
    try:
        run = Run.objects.select_related("snapshot").filter(pk=uuid.UUID(name)).first()
    except ValueError:
        snapshot = snapshot_for(name)
        return Side(snapshot, run_to_show(snapshot))
    if run is None or is_expired(run.snapshot):
        raise not_found("run")
    return Side(run.snapshot, run)


def _anonymous(events: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
    return [{key: value for key, value in event.items() if key not in ("cycle", "pod")} for event in events]


# ---- where two runs diverge ----------------------------------------------------------------------------------

# Limits of the search, node by node, for differences that the logs do not show.
MAX_NODE_CYCLES = 20_000
MAX_CYCLES = 40


def keys(a: Side, b: Side) -> list[Key]:
    """Return the attempts of both: those of A in order, then those that only B has."""
    return list(dict.fromkeys((*a.attempts, *b.attempts)))


def differing_attempts(a: Side, b: Side) -> Iterator[Key]:
    """Yield the attempts whose logs differ."""
    for key in keys(a, b):
        attempt_a, attempt_b = a.attempts.get(key), b.attempts.get(key)
        if attempt_a is None or attempt_b is None or not attempt_a.has_same_log(attempt_b):
            yield key


def differences(a: Side, b: Side, key: Key) -> list[Difference]:
    """Return the differences of an attempt, node by node."""
    return cycle_differences(a.cycle(key), b.cycle(key))


def first_divergence(a: Side, b: Side) -> tuple[Key, list[Difference]] | None:
    """Return the first attempt that differs, even if only in a plugin's answer for one node; None without any."""
    first_in_logs = next(differing_attempts(a, b), None)
    for key, cycle_a, cycle_b in _common_cycles(a, b):
        if key == first_in_logs:
            break
        if cycle_diff := cycle_differences(cycle_a, cycle_b):
            return key, cycle_diff
    return (first_in_logs, differences(a, b, first_in_logs)) if first_in_logs else None


def _common_cycles(a: Side, b: Side) -> Iterator[tuple[Key, Cycle, Cycle]]:
    """Yield the first cycles of both, as long as the same pods come in the same order."""
    pairs = zip(
        zip(a.attempts, b.attempts, strict=False), zip(a.cycles(), b.cycles(), strict=False), strict=False
    )
    for number, ((key, key_b), (cycle_a, cycle_b)) in enumerate(pairs):
        if key != key_b or number >= MAX_CYCLES or number * a.snapshot.summary["nodes"] > MAX_NODE_CYCLES:
            return
        yield key, cycle_a, cycle_b
