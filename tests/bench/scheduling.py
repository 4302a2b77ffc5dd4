"""The reference workloads, beside the real scheduler on the same inputs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from scheduler_core.cli.bench import bench

from .machine import calibration_seconds
from .tables import Row

WORKLOADS = Path(__file__).parent / "workloads"
REFERENCE = json.loads((WORKLOADS / "reference.json").read_text(encoding="utf-8"))
PERCENTAGES = {"default": None, "100": 100}
GOALS = {"default": 5, "100": 20}
GOALS_OF_SMALL = {"default": 2, "100": 4}


def rows() -> Iterator[Row]:
    """`ratio` is how many times as many pods per second; the better of two runs, as of the reference."""
    for name in sorted(REFERENCE["podsPerSecond"]):
        for percentage in PERCENTAGES:
            yield _row(name, percentage)


def _row(name: str, percentage: str) -> Row:
    """The loop runs right before: a machine's speed changes with the hour."""
    slower = calibration_seconds() / REFERENCE["calibration"]["seconds"]
    path = WORKLOADS / f"{name}.json"
    runs = [bench(path, percentage=PERCENTAGES[percentage], pods=None, trace=False) for _ in range(2)]
    best = max(runs, key=lambda run: float(run["pods_per_second"]))
    real = REFERENCE["podsPerSecond"][name][percentage]
    return {
        **best,
        "percentage": percentage,
        "real": real,
        "ratio": round(best["pods_per_second"] * slower / real, 2),
        "goal": (GOALS_OF_SMALL if name.endswith("-500n") else GOALS)[percentage],
    }
