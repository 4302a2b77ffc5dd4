"""Which of several equal nodes is taken, by version."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core import Recording, Scenario, play, simulate
from scheduler_core.kubernetes.versions import VERSIONS_WITH_FAIR_TIES, find_version
from scheduler_core.scheduler.cycle.ties import heap_order, heap_root
from tests.builders import make_node, make_pod, with_spec
from tests.scheduler_core.simulation.daytwo.clusters import differing_cycles, node, workload

PODS = 40


def equal_nodes(version: str, count: int = 3, *, named: bool = False) -> Scenario:
    """Return equal nodes, and pods without requests; `named` ones are held to two of the nodes by their names."""
    nodes = [make_node(f"t{i:03}") for i in range(count)]
    pods = [make_pod(f"p{i:02}") for i in range(PODS)]
    if named:
        field = {"key": "metadata.name", "operator": "In", "values": ["t001"]}
        other = {**field, "values": ["t002"]}
        terms = [{"matchFields": [field]}, {"matchFields": [other]}]
        required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}
        pods = [with_spec(pod, affinity={"nodeAffinity": required}) for pod in pods]
    return Scenario.from_content(
        {"objects": [*nodes, *pods], "config": SCORELESS}, version=find_version(version)
    )


# Only one plugin scores, and gives all nodes the same.
SCORELESS: dict[str, Any] = {
    "apiVersion": "kubescheduler.config.k8s.io/v1",
    "kind": "KubeSchedulerConfiguration",
    "profiles": [
        {
            "plugins": {
                "multiPoint": {
                    "disabled": [{"name": "*"}],
                    "enabled": [
                        {"name": "PrioritySort"},
                        {"name": "NodeAffinity"},
                        {"name": "ImageLocality"},
                        {"name": "DefaultBinder"},
                    ],
                }
            }
        }
    ],
}


def nodes_taken(scenario: Scenario, seed: int | None = 1) -> Counter[str]:
    finished = [event for event in simulate(scenario, seed=seed) if event["kind"] == "cycle.finished"]
    return Counter(event["node"] or "" for event in finished)


@pytest.mark.parametrize("version", ["1.35", "1.36", "1.37"])
def test_no_seed_moves_a_pod_where_nothing_is_drawn(version: str) -> None:
    for seed in (1, 2, 3):
        assert nodes_taken(equal_nodes(version), seed) == {"t000": PODS}


@pytest.mark.parametrize("version", ["1.34", *VERSIONS_WITH_FAIR_TIES])
def test_each_equal_node_is_drawn_somewhere_else(version: str) -> None:
    assert min(nodes_taken(equal_nodes(version))[name] for name in ("t000", "t001", "t002")) >= 4


def test_nodes_that_pre_filter_names_are_visited_in_the_order_of_a_map_and_so_drawn() -> None:
    taken = nodes_taken(equal_nodes("1.36", named=True))
    assert min(taken["t001"], taken["t002"]) > 5


def test_without_a_seed_the_first_node_wins_and_the_likely_one_is_named() -> None:
    scenario = equal_nodes("1.36", 5)
    events = [event for event in simulate(scenario) if event["kind"] == "cycle.finished"]
    assert {event["node"] for event in events} == {"t000"}
    assert {event["likely"] for event in events} == {"t000"}
    drawn = [event for event in simulate(equal_nodes("1.34", 5)) if event["kind"] == "cycle.finished"]
    assert not any("likely" in event for event in drawn)


def test_a_recorded_cycle_keeps_the_node_that_its_log_has() -> None:
    """Logs of before drew in every version: computed again, their cycles take what they took."""
    drawn = [e for e in simulate(equal_nodes("1.36+fair-ties"), seed=1) if e["kind"] == "cycle.finished"]
    assert {event["node"] for event in drawn} > {"t000"}
    again = Recording(equal_nodes("1.36"), drawn, seed=1)
    assert [cycle.trace()["selected"] for cycle in again.cycles()] == [event["node"] for event in drawn]


totals = st.lists(st.integers(0, 3), min_size=1, max_size=40)


@given(totals)
def test_heap_gives_all_positions_the_highest_totals_first(values: list[int]) -> None:
    order = heap_order(np.array(values))
    assert sorted(order) == list(range(len(values)))
    assert [values[i] for i in order] == sorted(values, reverse=True)
    assert heap_root(np.array(values)) == order[0]


def test_heap_is_that_of_go() -> None:
    # 3 is below 1, and comes to the root before 2.
    assert heap_root(np.array([0, 0, 1, 1])) == 3
    # The root is replaced by the last: the nodes come from the end.
    assert heap_order(np.zeros(5, dtype=np.int64)) == [0, 4, 3, 2, 1]


def test_cycles_of_a_play_are_opened_as_they_were_where_nothing_is_drawn() -> None:
    machines = [node(f"n{i}", zone=f"zone-{i % 3}") for i in range(7)]
    web, agent = workload(replicas=9), workload("DaemonSet", "agent")
    steps = [{"rollout": "web", "image": "web:2"}]
    content = {"objects": [*machines, agent, web], "steps": steps}
    scenario = Scenario.from_content(content, version=find_version("1.36"))
    played = play(scenario, seed=3)
    assert differing_cycles(played) == []
    placed = [m["why"]["operands"] for m in played.recorder.moments if m["why"]["code"] == "scheduler placed"]
    assert {operands["drawn"] for operands in placed if operands["ties"] != 1} == {False}
