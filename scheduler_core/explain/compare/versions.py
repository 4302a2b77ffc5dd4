"""Comparing the runs of one scenario under two versions, cycle by cycle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scheduler_core.explain.view.cycle_view import Cycle
from scheduler_core.explain.view.recording import Recording
from scheduler_core.simulation.run.scenario import Scenario

from .cycles import PLACEMENT, Difference, cycle_differences


@dataclass(frozen=True, slots=True)
class CycleDifferences:
    """An attempt to schedule a pod that differs."""

    pod: str
    attempt: int
    differences: list[Difference]

    @property
    def moved(self) -> bool:
        """Whether the pod was placed elsewhere, or has other victims."""
        return any(d.subject == PLACEMENT for d in self.differences)


def compare(
    scenario: Scenario, before: str, after: str, *, seed: int | None = None
) -> Iterator[CycleDifferences]:
    """Yield the cycles that differ between two versions, in the order of the first; raise InvalidInput.

    After the first different placement the clusters are no longer the same.
    """
    old, new = (Recording.of(scenario, kubernetes_version=version, seed=seed) for version in (before, after))
    attempts = dict.fromkeys((event["pod"], event["attempt"]) for run in (old, new) for event in run.finished)
    for pod, attempt in attempts:
        differences = cycle_differences(_cycle(old, pod, attempt), _cycle(new, pod, attempt))
        if differences:
            yield CycleDifferences(pod, attempt, differences)


def _cycle(recording: Recording, pod: str, attempt: int) -> Cycle | None:
    event = recording.attempt(pod, attempt)
    return recording.cycle(event["cycle"]) if event else None
