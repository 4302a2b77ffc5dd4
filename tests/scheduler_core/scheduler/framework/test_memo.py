"""Caching answers from cycle to cycle does not change them."""

from __future__ import annotations

import json
import tracemalloc
from dataclasses import replace
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core import Scenario
from scheduler_core.allowance import Allowance, within
from scheduler_core.cli.bench import expand
from scheduler_core.explain.view.trace import cycle_trace
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.outcome import Outcome
from scheduler_core.simulation.run.simulation import Simulation
from tests.bench import WORKLOADS
from tests.scheduler_core.clusters import clusters

SMALL = sorted(path.stem for path in WORKLOADS.glob("*-500n.json"))


def clear_caches(simulation: Simulation) -> None:
    """Empty the caches of a simulation; its pods stay."""
    fresh, before = Simulation(simulation.scenario, simulation.version), simulation.handle
    for pod, _ in list(fresh.handle.snapshot.pods()):
        fresh.handle.snapshot.forget(pod)
    for node in range(len(before.snapshot)):
        for pod in before.snapshot.pods_on(node):
            fresh.handle.snapshot.assume(pod, node)
    for pod, node_name in before.nominator:
        fresh.handle.nominator.add(pod, node_name)
    simulation.handle, simulation.frameworks = fresh.handle, fresh.frameworks


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("percentage", [None, 100])
def test_caching_does_not_change_the_placements_of_a_workload(name: str, percentage: int | None) -> None:
    workload = json.loads((WORKLOADS / f"{name}.json").read_text(encoding="utf-8"))
    scenario = expand(workload, percentage=percentage, pods=60)
    cached, uncached = Simulation(scenario), Simulation(scenario)
    for i, pod in enumerate(list(cached.waiting)):
        if i % 20 == 0:
            clear_caches(uncached)
        with_cache, without_cache = cached.attempt(pod), uncached.attempt(pod)
        assert isinstance(with_cache, CycleRecord)
        assert isinstance(without_cache, CycleRecord)
        assert (with_cache.node_name, with_cache.best.tolist()) == (
            without_cache.node_name,
            without_cache.best.tolist(),
        )


def test_no_more_is_cached_than_is_allowed_and_the_same_is_decided() -> None:
    """Sixty pods of a class each on 500 nodes: each class has arrays of all nodes."""
    workload = json.loads((WORKLOADS / f"{SMALL[0]}.json").read_text(encoding="utf-8"))
    scenario = expand(workload, pods=60)
    scenario.objects.pods = [
        replace(pod, template=replace(pod.template, labels={"one-of": pod.name}))
        if not pod.node_name
        else pod
        for pod in scenario.objects.pods
    ]
    placed, kept = {}, {}
    for cached in (inf, 0):
        tracemalloc.start()
        with within(Allowance(cached=cached)):
            simulation = Simulation(scenario)
            begun = tracemalloc.get_traced_memory()[0]
            placed[cached] = [
                getattr(simulation.attempt(pod), "node_name", None) for pod in list(simulation.waiting)
            ]
        kept[cached] = tracemalloc.get_traced_memory()[0] - begun
        tracemalloc.stop()
    assert placed[0] == placed[inf]
    assert kept[0] < kept[inf] / 4


def with_replicas(content: dict[str, Any], count: int) -> dict[str, Any]:
    """Return the content with each pending pod `count` times, so that cached answers for its class are reused."""
    objects = []
    for manifest in content["objects"]:
        pending = manifest["kind"] == "Pod" and "nodeName" not in manifest["spec"]
        for i in range(count if pending else 1):
            name = manifest["metadata"]["name"] + (f"-{i}" if pending else "")
            objects.append({**manifest, "metadata": {**manifest["metadata"], "name": name}})
    return {**content, "objects": objects}


# n ≥ 0: attempt the n-th waiting pod; n < 0: delete the n-th running pod.
STEPS = st.lists(st.integers(-8, 8), min_size=4, max_size=12)


@given(clusters(), STEPS)
def test_caching_does_not_change_traces_while_pods_are_bound_and_deleted(
    content: dict[str, Any], steps: list[int]
) -> None:
    scenario = Scenario.from_content(with_replicas(content, 3))
    cached, uncached = Simulation(scenario), Simulation(scenario)
    for step in steps:
        running = [pod.key for pod, _ in cached.handle.snapshot.pods()]
        if step < 0 and running:
            for simulation in (cached, uncached):
                simulation.apply(Outcome("", victims=(running[step % len(running)],)))
        elif cached.waiting:
            pod = list(cached.waiting)[step % len(cached.waiting)]
            clear_caches(uncached)
            with_cache, without_cache = cached.attempt(pod), uncached.attempt(pod)
            assert isinstance(with_cache, CycleRecord)
            assert isinstance(without_cache, CycleRecord)
            assert cycle_trace(with_cache) == cycle_trace(without_cache)


@given(clusters(), STEPS)
def test_later_cycles_do_not_change_a_record(content: dict[str, Any], steps: list[int]) -> None:
    """A record reads cached arrays lazily, possibly after many more cycles."""
    simulation = Simulation(Scenario.from_content(with_replicas(content, 3)))
    records = []
    for step in steps:
        if simulation.waiting:
            pod = list(simulation.waiting)[step % len(simulation.waiting)]
            record = simulation.attempt(pod)
            assert isinstance(record, CycleRecord)
            records.append((record, cycle_trace(record)))
    assert all(cycle_trace(record) == trace for record, trace in records)
