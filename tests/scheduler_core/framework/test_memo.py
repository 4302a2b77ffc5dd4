"""What is kept from cycle to cycle changes nothing: the same as when everything is asked anew."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core import Scenario
from scheduler_core.cli.bench import expand
from scheduler_core.cycle.cycle import CycleRecord
from scheduler_core.explain.trace import cycle_trace
from scheduler_core.run.outcome import Outcome
from scheduler_core.run.simulation import Simulation
from tests.bench.scheduling import WORKLOADS
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
        assert (mine.node_name, mine.best.tolist()) == (theirs.node_name, theirs.best.tolist())


def with_replicas(content: dict[str, Any], count: int) -> dict[str, Any]:
    """Each pending pod several times, so that answers for its class are there to be used again."""
    objects = []
    for manifest in content["objects"]:
        pending = manifest["kind"] == "Pod" and "nodeName" not in manifest["spec"]
        for i in range(count if pending else 1):
            name = manifest["metadata"]["name"] + (f"-{i}" if pending else "")
            objects.append({**manifest, "metadata": {**manifest["metadata"], "name": name}})
    return {**content, "objects": objects}


# Attempts of the pod that waits at a position; below 0, the deletion of the pod that runs at one.
STEPS = st.lists(st.integers(-8, 8), min_size=4, max_size=12)


@given(clusters(), STEPS)
def test_traces_of_any_cluster_while_pods_come_are_evicted_and_deleted(
    content: dict[str, Any], steps: list[int]
) -> None:
    scenario = Scenario.from_content(with_replicas(content, 3))
    kept, plain = Simulation(scenario), Simulation(scenario)
    for step in steps:
        running = [pod.key for pod, _ in kept.handle.snapshot.pods()]
        if step < 0 and running:
            for simulation in (kept, plain):
                simulation.apply(Outcome("", victims=(running[step % len(running)],)))
        elif kept.waiting:
            pod = list(kept.waiting)[step % len(kept.waiting)]
            forget_answers(plain)
            mine, theirs = kept.attempt(pod), plain.attempt(pod)
            assert isinstance(mine, CycleRecord)
            assert isinstance(theirs, CycleRecord)
            assert cycle_trace(mine) == cycle_trace(theirs)


@given(clusters(), STEPS)
def test_a_record_stays_what_it_was(content: dict[str, Any], steps: list[int]) -> None:
    """It reads what is kept only when it is asked, which may be after many more cycles."""
    simulation = Simulation(Scenario.from_content(with_replicas(content, 3)))
    records = []
    for step in steps:
        if simulation.waiting:
            pod = list(simulation.waiting)[step % len(simulation.waiting)]
            record = simulation.attempt(pod)
            assert isinstance(record, CycleRecord)
            records.append((record, cycle_trace(record)))
    assert all(cycle_trace(record) == trace for record, trace in records)
