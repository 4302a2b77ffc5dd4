"""What the descheduler would do after each step of a play."""

from __future__ import annotations

from scheduler_core.daytwo import Play, moment_content
from scheduler_core.explain.recording import Recording
from scheduler_core.lenses.contract import Descheduling
from scheduler_core.run.scenario import Scenario

from .rounds import descheduler


def descheduler_after_steps(played: Play) -> list[Descheduling]:
    """Return whom the descheduler would evict at the end of each action, and where they land.

    The play goes on without it.
    """
    return [_after(played, action["last"]) for action in played.recorder.actions]


def _after(played: Play, number: int) -> Descheduling:
    """Return what it would do after a moment; a pod of which the moment is the cycle is placed as there."""
    scenario = Scenario.from_content(moment_content(played, number), version=played.start.scenario.version)
    seed = played.recorder.moments[number].get("seed")
    return descheduler(Recording.of(scenario, seed=seed))
