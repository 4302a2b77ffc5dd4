"""A sweep over seeds in one process: decisions a second, and what a thousand seeds would take."""

from __future__ import annotations

import json
from collections.abc import Iterator
from time import perf_counter, process_time

from scheduler_core.advice.sweeps import Sweep, read_sweep
from scheduler_core.cli.bench import expand
from scheduler_core.simulation.run.scenario import Scenario

from .clusters import cluster
from .scheduling import WORKLOADS
from .tables import Row

GOAL = 8_000
_SEEDS = 20
_SEEDS_OF_SMALL = 200


def rows() -> Iterator[Row]:
    """The first run takes whole cycles, so that more seeds are faster still."""
    for name in ("basic-3z", "spread-hard-3z", "mixed-3z"):
        workload = json.loads((WORKLOADS / f"{name}.json").read_text(encoding="utf-8"))
        yield _row(name, expand(workload), _SEEDS)
    small = cluster(12, pods=24, waiting=34)["items"]
    yield _row("small", Scenario.from_content({"objects": small, "config": None}), _SEEDS_OF_SMALL)


def _row(name: str, scenario: Scenario, seeds: int) -> Row:
    sweep = Sweep([scenario], read_sweep({"kind": "seeds", "seeds": seeds}))
    begun, processor = perf_counter(), process_time()
    decisions = sweep.evaluate(0, seeds)["decisions"]
    seconds, busy = perf_counter() - begun, process_time() - processor
    return {
        "name": name,
        "nodes": len(scenario.objects.nodes),
        "pods": decisions // seeds,
        "seeds": seeds,
        "decisions_per_second": round(decisions / seconds),
        "per_processor_second": round(decisions / busy),
        "goal": GOAL,
        "seconds_of_1000_seeds": round(seconds / seeds * 1000, 1),
    }
