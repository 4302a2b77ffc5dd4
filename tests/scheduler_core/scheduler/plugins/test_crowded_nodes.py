"""Nodes that are too full without their pods of lower priority, found at once and one by one."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from scheduler_core import Scenario
from scheduler_core.kubernetes.versions import KUBERNETES_VERSIONS
from scheduler_core.scheduler.cycle.cycle import CycleRecord, rejections
from scheduler_core.scheduler.framework.status import Status
from scheduler_core.scheduler.plugins.defaultpreemption.crowded import crowded_nodes
from scheduler_core.scheduler.plugins.defaultpreemption.victims import (
    nodes_with_lower_priority,
    select_victims,
)
from scheduler_core.simulation.run.simulation import Simulation
from tests.builders import make_node, make_pod


def full_cluster(seed: int) -> list[dict[str, Any]]:
    """Return small and large nodes, with pods of three priorities, and a pod that fits nowhere."""
    random = Random(seed)
    nodes = [make_node(f"n{i}", cpu=random.choice(["2", "4", "8"]), memory="4Gi") for i in range(30)]
    for node in random.sample(nodes, 5):
        node["spec"]["taints"] = [{"key": "k", "effect": "NoSchedule"}]
    pods = [
        make_pod(
            f"p{i}",
            node=f"n{i % 30}",
            requests={"cpu": "1700m", "memory": random.choice(["500Mi", "3Gi"])},
            priority=random.choice([0, 5, 10]),
        )
        for i in range(90)
    ]
    return [*nodes, *pods, make_pod("big", priority=7, requests={"cpu": "6500m", "memory": "2Gi"})]


@pytest.mark.parametrize("release", ["1.27", "1.33", "1.34"])
@pytest.mark.parametrize("seed", range(4))
def test_they_have_the_status_of_the_dry_run(seed: int, release: str) -> None:
    version = KUBERNETES_VERSIONS[release]
    scenario = Scenario.from_content({"objects": full_cluster(seed)}).under(version)
    simulation = Simulation(scenario, version)
    record = simulation.compute("default/big")
    assert isinstance(record, CycleRecord)
    framework, state, pod, statuses = record.framework, record.state, record.pod, rejections(record)
    before = simulation.handle.snapshot.requested.values.copy()
    nodes = sorted(nodes_with_lower_priority(simulation.handle.snapshot, pod))
    crowded = crowded_nodes(framework, state, pod, nodes, statuses)
    assert np.array_equal(simulation.handle.snapshot.requested.values, before)
    selected = {node: select_victims(framework, state, pod, node, []) for node in nodes}
    rejected = {node: result for node, result in selected.items() if isinstance(result, Status)}
    assert crowded
    assert crowded == {node: rejected[node] for node in crowded}
    assert (
        not {n for n, s in statuses.items() if s.plugin == "NodeResourcesFit" and n in rejected}
        - crowded.keys()
    )


def test_all_filters_count_in_versions_that_run_them_all() -> None:
    version = KUBERNETES_VERSIONS["1.24"]
    scenario = Scenario.from_content({"objects": full_cluster(0)}).under(version)
    record = Simulation(scenario, version).compute("default/big")
    assert isinstance(record, CycleRecord)
    assert crowded_nodes(record.framework, record.state, record.pod, range(30), rejections(record)) == {}


def test_a_node_on_which_the_pod_fits_beside_all_others_is_no_candidate() -> None:
    objects = [
        make_node("n0"),
        make_node("n1", cpu="1"),
        make_pod("small", node="n0", priority=0),
        make_pod("big", priority=7, requests={"cpu": "64"}),
    ]
    simulation = Simulation(Scenario.from_content({"objects": objects}), KUBERNETES_VERSIONS["1.34"])
    record = simulation.compute("default/big")
    assert isinstance(record, CycleRecord)
    fitting = make_pod("p", priority=7)
    scenario = Scenario.from_content({"objects": [*objects[:3], fitting]})
    pod = next(candidate for candidate in scenario.objects.pods if candidate.key == "default/p")
    status = select_victims(record.framework, record.state, pod, 0, [])
    assert isinstance(status, Status)
    assert status.reasons == ('expected at least one victim pod on node "n0"',)
