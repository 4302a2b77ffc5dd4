"""Where the time of a cycle goes, and how many calls it is made of."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from types import FrameType
from typing import Any

import numpy as np

from scheduler_core.cli.bench import expand
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cycle import cycle
from scheduler_core.scheduler.framework.memo import CachedScores, CachedVerdicts
from scheduler_core.scheduler.framework.runtime import Framework
from scheduler_core.simulation.run.outcome import Outcome
from scheduler_core.simulation.run.simulation import Simulation

from .scheduling import WORKLOADS
from .tables import Row

KINDS = (("basic-3z-500n", None), ("basic-3z", 100), ("spread-hard-3z", 100), ("anti-affinity-host-3z", 100))

# Each with the part that it is part of.
PARTS: tuple[tuple[object, str, str, str], ...] = (
    (Simulation, "compute", "a cycle", ""),
    (Framework, "run_pre_filter", "PreFilter", "a cycle"),
    (Framework, "run_filter", "Filter", "a cycle"),
    (CachedVerdicts, "refresh", "the changed node asked again", "Filter"),
    (cycle, "search", "search", "a cycle"),
    (Framework, "run_pre_score", "PreScore", "a cycle"),
    (Framework, "run_score", "Score, NormalizeScore", "a cycle"),
    (CachedScores, "refresh", "the changed node asked again", "Score, NormalizeScore"),
    (cycle, "_best", "ties", "a cycle"),
    (cycle, "_bind", "Reserve to Bind", "a cycle"),
    (Outcome, "of", "outcome", ""),
    (Simulation, "apply", "applied", ""),
    (Snapshot, "assume", "columns and counters", "applied"),
)


def rows() -> Iterator[Row]:
    for kind, percentage in KINDS:
        workload = json.loads((WORKLOADS / f"{kind}.json").read_text(encoding="utf-8"))
        simulation = Simulation(expand(workload, percentage=percentage, pods=600))
        with _timed() as times:
            _attempt(simulation, 500)
        for _, _, part, within in PARTS:
            yield {
                "name": ("    " if within else "") + part,
                "workload": kind,
                "percentage": percentage or "default",
                "us": round(float(np.median(times[part, within])) * 1e6, 1),
            }
        yield {"name": kind, **_calls(simulation)}


def _attempt(simulation: Simulation, count: int) -> None:
    for pod in list(simulation.waiting)[:count]:
        simulation.attempt(pod)


@contextmanager
def _timed() -> Iterator[dict[tuple[str, str], list[float]]]:
    """The clock is read around each part, about 0.1 microseconds a time."""
    times: dict[tuple[str, str], list[float]] = {}
    originals = [(owner, name, vars(owner)[name]) for owner, name, _, _ in PARTS]
    for owner, name, part, within in PARTS:
        setattr(owner, name, _clocked(getattr(owner, name), times.setdefault((part, within), [])))
    try:
        yield times
    finally:
        for owner, name, original in originals:
            setattr(owner, name, original)


def _clocked(function: Callable[..., Any], times: list[float]) -> Callable[..., Any]:
    def timed(*args: Any, **kwargs: Any) -> Any:
        start = perf_counter()
        result = function(*args, **kwargs)
        times.append(perf_counter() - start)
        return result

    return timed


def _calls(simulation: Simulation) -> Row:
    """Calls of Python functions and of built-in ones in a cycle; arithmetic on arrays is neither."""
    counted: Counter[str] = Counter()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        counted[event] += 1

    sys.setprofile(note)
    try:
        _attempt(simulation, 100)
    finally:
        sys.setprofile(None)
    return {"python_calls": counted["call"] // 100, "builtin_calls": counted["c_call"] // 100}
