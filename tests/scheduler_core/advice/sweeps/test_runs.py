"""Runs of a sweep decide as those of `simulate`, whatever ran before in their cluster."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler_core import Scenario, simulate
from scheduler_core.advice.sweeps.ending import NO_NODE
from scheduler_core.advice.sweeps.nodeanswers import NodeStates
from scheduler_core.advice.sweeps.runs import Runs
from scheduler_core.advice.sweeps.shortcut import Decision, shortcut_of
from scheduler_core.cli.bench import expand
from scheduler_core.kubernetes.versions import find_version
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.simulation import Simulation
from tests.bench import WORKLOADS
from tests.builders import make_node, make_pod, spread, with_spec
from tests.scheduler_core.clusters import clusters
from tests.scheduler_core.scheduler.framework.test_batch import NO_DEFAULT_CONSTRAINTS
from tests.scheduler_core.scheduler.framework.test_memo import SMALL, with_replicas

from .logs import logged

# Without default constraints pods can be batched.
BATCHING = {
    "apiVersion": "kubescheduler.config.k8s.io/v1",
    "kind": "KubeSchedulerConfiguration",
    "profiles": [{"pluginConfig": NO_DEFAULT_CONSTRAINTS}],
}


def assert_same_runs(scenario: Scenario, seeds: range) -> None:
    runs = Runs(scenario)
    keys, names = [pod.key for pod in runs.pods], [node.name for node in scenario.objects.nodes]
    for seed in seeds:
        ending, log = runs.run(seed), logged(scenario, None, seed)
        nodes = {
            key: names[node] for key, node in zip(keys, ending.nodes.tolist(), strict=True) if node != NO_NODE
        }
        assert nodes == log.nodes
        assert ending.decisions == log.decisions
        assert ending.tied_decisions == log.tied
        assert ending.evicted == log.evicted
        assert len(ending.waiting) == log.pending
        assert ending.waiting == log.messages


@settings(max_examples=30)
@given(clusters(), st.integers(1, 4), st.sampled_from(["1.34", "1.36"]))
def test_each_run_of_a_random_cluster_is_that_of_its_seed(
    content: dict[str, Any], replicas: int, release: str
) -> None:
    content = {**with_replicas(content, replicas), "config": BATCHING if release == "1.36" else None}
    assert_same_runs(Scenario.from_content(content, version=find_version(release)), range(1, 4))


def test_pods_that_take_the_next_best_node_of_the_one_before() -> None:
    """From 1.35 on, a pod like the one before is tried on that one's next best node once the best is full."""
    nodes = [make_node(f"n{i}", cpu=f"{1500 + 100 * (i // 2)}m") for i in range(12)]
    pods = [make_pod(f"p{i:02}", requests={"cpu": "1" if i % 4 else "300m"}) for i in range(16)]
    content = {"objects": [*nodes, *pods], "config": BATCHING}
    scenario = Scenario.from_content(content, version=find_version("1.36"))
    assert any("node_hint" in event for event in simulate(scenario, seed=2))
    assert_same_runs(scenario, range(1, 6))


@pytest.mark.parametrize("name", SMALL)
def test_each_run_of_a_workload_is_that_of_its_seed(name: str) -> None:
    workload = json.loads((WORKLOADS / f"{name}.json").read_text(encoding="utf-8"))
    for release in ("1.34", "1.36"):
        assert_same_runs(expand(workload, pods=15).under_release(release), range(1, 4))


def test_a_shortcut_decides_as_the_cycle() -> None:
    pods = [make_pod(f"p{i}", requests={"cpu": "1"}) for i in range(3)]
    scenario = Scenario.from_content({"objects": [make_node("n0"), make_node("n1"), *pods], "config": None})
    simulation = Simulation(scenario, scenario.version, seed=7)
    [first, *_] = simulation.waiting.values()
    shortcut = shortcut_of(simulation, first, NodeStates(2))
    assert shortcut is not None
    record = simulation.compute(first.key)
    assert isinstance(record, CycleRecord)
    assert record.selected is not None
    decision = shortcut.decide(first, 0, Random(), "7/0")
    assert decision == Decision(record.selected, len(record.best), record.next_start_index)


def test_a_class_that_fits_nowhere_has_no_shortcut() -> None:
    pod = make_pod("p", requests={"cpu": "9"})
    scenario = Scenario.from_content({"objects": [make_node("n0"), pod], "config": None})
    simulation = Simulation(scenario, scenario.version)
    assert shortcut_of(simulation, simulation.waiting["default/p"], NodeStates(1)) is None


def test_pods_with_claims_get_a_cluster_for_each_run() -> None:
    claim = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "data", "namespace": "default"},
        "spec": {"accessModes": ["ReadWriteOncePod"], "volumeName": "disk"},
    }
    volume = {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": "disk"},
        "spec": {"accessModes": ["ReadWriteOncePod"], "claimRef": {"name": "data", "namespace": "default"}},
    }
    volumes = [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]
    pods = [with_spec(make_pod(f"db-{i}"), volumes=volumes) for i in range(2)]
    nodes = [make_node(f"n{i}") for i in range(3)]
    scenario = Scenario.from_content({"objects": [*nodes, claim, volume, *pods], "config": None})
    assert_same_runs(scenario, range(1, 6))


def test_devices_are_given_back() -> None:
    devices = [{"name": f"gpu-{i}"} for i in range(2)]
    objects = [
        {"apiVersion": "resource.k8s.io/v1", "kind": "DeviceClass", "metadata": {"name": "gpu"}, "spec": {}},
        *(
            {
                "apiVersion": "resource.k8s.io/v1",
                "kind": "ResourceSlice",
                "metadata": {"name": f"slice-{node}"},
                "spec": {
                    "driver": "gpu.example.com",
                    "nodeName": node,
                    "pool": {"name": node, "generation": 1, "resourceSliceCount": 1},
                    "devices": devices,
                },
            }
            for node in ("n0", "n1")
        ),
        *(
            {
                "apiVersion": "resource.k8s.io/v1",
                "kind": "ResourceClaim",
                "metadata": {"name": f"claim-{i}", "namespace": "default"},
                "spec": {"devices": {"requests": [{"name": "g", "exactly": {"deviceClassName": "gpu"}}]}},
            }
            for i in range(5)
        ),
    ]
    pods = [
        with_spec(make_pod(f"train-{i}"), resourceClaims=[{"name": "g", "resourceClaimName": f"claim-{i}"}])
        for i in range(5)
    ]
    nodes = [make_node("n0"), make_node("n1")]
    scenario = Scenario.from_content({"objects": [*nodes, *objects, *pods], "config": None})
    assert len(Runs(scenario).run(1).waiting) == 1
    assert_same_runs(scenario, range(1, 5))


def test_pods_with_host_ports_come_back_to_free_ports() -> None:
    port = {"containerPort": 80, "hostPort": 80}
    container = {"name": "c", "image": "app:1", "ports": [port]}
    pods = [with_spec(make_pod(f"p{i}", priority=i), containers=[container]) for i in range(3)]
    running = with_spec(make_pod("old", node="n0", priority=0), containers=[container])
    nodes = [make_node("n0"), make_node("n1")]
    assert_same_runs(
        Scenario.from_content({"objects": [*nodes, running, *pods], "config": None}), range(1, 6)
    )


def test_skew_is_that_of_the_most_uneven_constraint() -> None:
    nodes = [make_node("a1", zone="a"), make_node("a2", zone="a"), make_node("b1", zone="b", cpu="1")]
    constraint = spread("zone", soft=True, max_skew=5)
    pods = [make_pod(f"web-{i}", app="web", spread=[constraint], requests={"cpu": "1"}) for i in range(5)]
    ending = Runs(Scenario.from_content({"objects": [*nodes, *pods], "config": None})).run(1)
    assert (ending.skew, ending.nodes_used) == (3, 3)


def test_pods_of_daemon_sets_use_no_node() -> None:
    owner = {"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "agent", "uid": "1", "controller": True}
    agent = make_pod("agent-1", node="n1")
    agent["metadata"]["ownerReferences"] = [owner]
    objects = [make_node("n0"), make_node("n1"), agent, make_pod("web", node="n0")]
    ending = Runs(Scenario.from_content({"objects": objects, "config": None})).run(1)
    assert (ending.nodes_used, ending.skew) == (1, None)
