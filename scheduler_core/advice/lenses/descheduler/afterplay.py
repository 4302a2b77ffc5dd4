"""What the descheduler would do after each step of a play."""

from __future__ import annotations

from scheduler_core.advice.lenses.contract import Descheduling
from scheduler_core.advice.lenses.moments import recording_at
from scheduler_core.simulation.daytwo import Play

from .rounds import descheduler


def descheduler_after_steps(played: Play) -> list[Descheduling]:
    """Return whom the descheduler would evict at the end of each action, and where they land.

    The play goes on without it.
    """
    return [descheduler(recording_at(played, action["last"])) for action in played.recorder.actions]
