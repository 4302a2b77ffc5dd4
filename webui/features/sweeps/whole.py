"""Evaluate a whole sweep in this process."""

from __future__ import annotations

import time
from collections.abc import Callable

from scheduler_core import Sweep as EngineSweep
from scheduler_core import merge_sweeps
from scheduler_core.contract import SweepTally
from webui.features.sweeps import limits


def evaluate_all(engine: EngineSweep, report: Callable[[int, float], None]) -> SweepTally:
    """Return the tally of all points; `report` is called from time to time with how many are done, and the rate."""
    begun = time.monotonic()
    size = 1
    tally = engine.evaluate(0, 0)
    while tally["points"] < engine.points:
        start, piece_begun = tally["points"], time.monotonic()
        stop = min(engine.points, start + size)
        tally = merge_sweeps(tally, engine.evaluate(start, stop))
        now = time.monotonic()
        wanted = int((stop - start) / max(1e-6, now - piece_begun) * limits.PIECE_SECONDS)
        size = max(1, min(wanted, limits.GROWTH * size))
        report(stop, stop / max(1e-6, now - begun))
    return tally
