from __future__ import annotations

import json
from pathlib import Path

import pytest

from scheduler_core.cli.bench import expand
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.simulation import Simulation

WORKLOAD = Path(__file__).parents[2] / "benched" / "basic-3z-500n.json"


@pytest.mark.parametrize(("percentage", "scored"), [(None, 230), (100, 500), (20, 100)])
def test_the_requested_percentage_is_measured(percentage: int | None, scored: int) -> None:
    workload = json.loads(WORKLOAD.read_text(encoding="utf-8"))

    simulation = Simulation(expand(workload, percentage=percentage, pods=1))
    record = simulation.attempt(next(iter(simulation.waiting)))

    assert isinstance(record, CycleRecord)
    assert len(record.feasible) == scored
