"""One scenario under two versions, cycle by cycle, and only what differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scheduler_core.explain.cycle_view import Cycle
from scheduler_core.run.outcome import Outcome
from scheduler_core.run.run import simulate
from scheduler_core.run.scenario import Scenario
from scheduler_core.run.simulation import Simulation
from scheduler_core.versions import find_version

from .cycles import PLACEMENT, Difference, cycle_differences


@dataclass(frozen=True, slots=True)
class CycleDifferences:
    """An attempt to schedule a pod that did not go the same way."""

    pod: str
    attempt: int
    found: list[Difference]

    @property
    def moved(self) -> bool:
        """Whether the pod ended elsewhere, or cost other victims."""
        return any(d.subject == PLACEMENT for d in self.found)


def compare(
    scenario: Scenario, before: str, after: str, *, seed: int | None = None
) -> Iterator[CycleDifferences]:
    """The cycles that differ between two versions, in the order of the first; raises InvalidInput.

    From the first other placement on the clusters are no longer the same.
    """
    old, new = _Run(scenario, before, seed), _Run(scenario, after, seed)
    for pod, attempt in {**old.numbers, **new.numbers}:
        found = cycle_differences(old.cycle(pod, attempt), new.cycle(pod, attempt))
        if found:
            yield CycleDifferences(pod, attempt, found)


class _Run:
    """A run whose cycles can be computed again, in any order; it is cheap in the order in which they took place."""

    def __init__(self, scenario: Scenario, version: str, seed: int | None) -> None:
        events = simulate(scenario, kubernetes_version=version, seed=seed)
        self._finished = [event for event in events if event["kind"] == "cycle.finished"]
        self.numbers = {(event["pod"], event["attempt"]): event["cycle"] for event in self._finished}
        self._scenario, self._version, self._seed = scenario, find_version(version), seed
        self._begin()

    def _begin(self) -> None:
        self._simulation = Simulation(self._scenario.under(self._version), self._version, self._seed)
        self._at = 0

    def cycle(self, pod: str, attempt: int) -> Cycle | None:
        n = self.numbers.get((pod, attempt))
        if n is None:
            return None
        if n < self._at:
            self._begin()
        for event in self._finished[self._at : n]:
            self._simulation.apply(Outcome.from_json(event))
        self._at = n
        return Cycle(n, attempt, self._simulation.compute(pod))
