"""What is kept from cycle to cycle changes no placement: pod by pod the same as when everything is asked anew."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from scheduler_core import Scenario
from scheduler_core.benchmark import expand
from scheduler_core.cycle import CycleRecord
from scheduler_core.simulation import Simulation
from scheduler_core.trace import cycle_trace
from tests.bench.__main__ import WORKLOADS
from tests.scheduler_core.clusters import clusters

SMALL = sorted(path.stem for path in WORKLOADS.glob("*-500n.json"))


def forget_answers(simulation: Simulation) -> None:
    """Makes the simulation one that has never asked anything: only its pods stay."""
    fresh, before = Simulation(simulation.scenario, simulation.version), simulation.handle
    for pod, _ in list(fresh.handle.snapshot.pods()):
        fresh.handle.snapshot.forget(pod)
    for pod, node in before.snapshot.pods():
        fresh.handle.snapshot.assume(pod, node)
    for pod, node_name in before.nominator:
        fresh.handle.nominator.add(pod, node_name)
    simulation.handle, simulation.frameworks = fresh.handle, fresh.frameworks


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("percentage", [None, 100])
def test_placements_of_a_workload(name: str, percentage: int | None) -> None:
    workload = json.loads((WORKLOADS / f"{name}.json").read_text(encoding="utf-8"))
    scenario = expand(workload, percentage=percentage, pods=60)
    kept, plain = Simulation(scenario), Simulation(scenario)
    for i, pod in enumerate(list(kept.waiting)):
        if i % 20 == 0:
            forget_answers(plain)
        mine, theirs = kept.attempt(pod), plain.attempt(pod)
        assert isinstance(mine, CycleRecord)
        assert isinstance(theirs, CycleRecord)
        assert (mine.node_name, mine.best) == (theirs.node_name, theirs.best)


@given(clusters())
def test_traces_of_any_cluster(content: dict[str, Any]) -> None:
    scenario = Scenario.from_content(content)
    kept, plain = Simulation(scenario), Simulation(scenario)
    for pod in list(kept.waiting):
        forget_answers(plain)
        mine, theirs = kept.compute(pod), plain.compute(pod)
        assert isinstance(mine, CycleRecord)
        assert isinstance(theirs, CycleRecord)
        assert cycle_trace(mine) == cycle_trace(theirs)
        kept.attempt(pod)
        plain.attempt(pod)
