"""Cycles for the tests of the page: their columns, in base64, and their views. `python -m` this module writes them."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

from scheduler_core import Scenario
from scheduler_core.explain.view.cycle_view import Cycle
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.outcome import Outcome
from scheduler_core.simulation.run.simulation import Simulation
from tests.conformance.vectors import read

FILE = Path(__file__).parents[3] / "js" / "model" / "cycles.jsonl"

# By topic and scenario the cycles that together have all that a view can hold.
CYCLES = {
    ("edge-cases", "no-nodes"): [0],
    ("edge-cases", "gates"): [1],
    ("edge-cases", "profiles"): [2],
    ("edge-cases", "prefilter-failure-message"): [2],
    ("edge-cases", "nodeaffinity-matchfields"): [3],
    ("edge-cases", "tsc-hostname-shared"): [0, 1],
    ("edge-cases", "tsc-empty-selector"): [1],
    ("podtopologyspread", "podtopologyspread-072"): [0],
    ("edge-cases", "ipa-preferred-scores"): [0],
    ("interpodaffinity", "interpodaffinity-073"): [3],
    ("negative-namespaceselector", "namespaceselector-notin-existing"): [1],
    ("gallery", "preemption-on-the-other-node"): [0],
    ("edge-cases", "preempt-terminating-victims"): [0, 1],
    ("edge-cases", "priority-admission"): [1, 2],
    ("edge-cases", "preempt-clears-lower-nominations"): [0],
    ("sampling", "sampling-013"): [1],
}


def lines() -> Iterator[str]:
    for (topic, name), cycles in CYCLES.items():
        scenario = read(topic)[name]["scenario"]
        simulation = Simulation(Scenario.from_content(scenario, workloads=False))
        for n, pod in enumerate(scenario["schedule"]):
            result = simulation.compute(pod)
            if n in cycles:
                yield _line(f"{name}, cycle {n}", Cycle(n, 1, result))
            if isinstance(result, CycleRecord):
                simulation.apply(Outcome.of(result))


def _line(name: str, cycle: Cycle) -> str:
    columns = b64encode(cycle.columns()).decode()
    return json.dumps({"name": name, "columns": columns, "view": cycle.view()}, separators=(",", ":"))


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
