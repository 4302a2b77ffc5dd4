"""Histories: recorded traces of pods that came and went, played again with the scheduler's decisions."""

from __future__ import annotations

from .contract import History, HistoryRun
from .figures import history_figures
from .history import play_history
from .trace import Trace, read_trace

__all__ = ["History", "HistoryRun", "Trace", "history_figures", "play_history", "read_trace"]
