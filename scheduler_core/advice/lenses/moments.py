"""A moment of a play as a run, which lenses look at."""

from __future__ import annotations

from scheduler_core.explain.view.recording import Recording
from scheduler_core.simulation.daytwo import Play, moment_content
from scheduler_core.simulation.run.scenario import Scenario


def recording_at(played: Play, number: int) -> Recording:
    """Return the run of a moment's cluster; a pod of which the moment is the cycle is placed as there."""
    scenario = Scenario.from_content(moment_content(played, number), version=played.start.scenario.version)
    return Recording.of(scenario, seed=played.recorder.moments[number].get("seed"))
