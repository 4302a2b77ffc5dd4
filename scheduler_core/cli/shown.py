"""What is handed on of a cluster besides an answer."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.simulation.run.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Shown:
    """A scenario with the seed of its run, and the pod at which a page of it opens."""

    scenario: Scenario
    seed: int | None = None
    pod: str = ""
