"""Day two: steps played on a simulated clock, with the controllers' rules and the scheduler's own decisions."""

from __future__ import annotations

from .moment import moment_content
from .play import Play, play
from .world import Start, prepare

__all__ = ["Play", "Start", "moment_content", "play", "prepare"]
