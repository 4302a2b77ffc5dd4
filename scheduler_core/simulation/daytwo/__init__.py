"""Day two: steps played on a simulated clock, with the controllers' rules and the scheduler's own decisions."""

from __future__ import annotations

from .ends import end_states
from .moment import moment_content
from .play import Play, play
from .start import Start, prepare
from .verdicts import verdicts

__all__ = ["Play", "Start", "end_states", "moment_content", "play", "prepare", "verdicts"]
