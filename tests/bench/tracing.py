"""What recording costs: each cycle's columns written to bytes (`--trace full`) beside the same run without."""

from __future__ import annotations

import json
from collections.abc import Iterator

from scheduler_core.cli.bench import bench, expand
from scheduler_core.explain.view.columns import cycle_columns, encode
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.simulation import Simulation

from .scheduling import PERCENTAGES, WORKLOADS
from .tables import Row

KINDS = (
    "basic-3z",
    "spread-hard-3z",
    "spread-soft-3z",
    "anti-affinity-host-3z",
    "preferred-affinity-host-3z",
)
GOAL = 3


def rows() -> Iterator[Row]:
    for kind in KINDS:
        for name, percentage in PERCENTAGES.items():
            off, full = (_milliseconds(kind, percentage, trace=trace) for trace in (False, True))
            yield {
                "name": kind,
                "percentage": name,
                "off_ms": round(off, 3),
                "full_ms": round(full, 3),
                "times": round(full / off, 2),
                "goal": GOAL,
                "bytes_a_cycle": _bytes(kind, percentage),
            }


def _milliseconds(kind: str, percentage: int | None, *, trace: bool) -> float:
    runs = (
        bench(WORKLOADS / f"{kind}.json", percentage=percentage, pods=None, trace=trace) for _ in range(2)
    )
    return min(float(run["seconds"]) * 1000 / int(run["pods"]) for run in runs)


def _bytes(kind: str, percentage: int | None) -> int:
    workload = json.loads((WORKLOADS / f"{kind}.json").read_text(encoding="utf-8"))
    simulation = Simulation(expand(workload, percentage=percentage, pods=50))
    records = [simulation.attempt(pod) for pod in list(simulation.waiting)]
    sizes = [len(encode(cycle_columns(record))) for record in records if isinstance(record, CycleRecord)]
    return sum(sizes) // len(sizes)
