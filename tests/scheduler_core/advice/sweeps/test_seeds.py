"""The same scenario with many seeds."""

from __future__ import annotations

import json
from functools import reduce
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler_core import InvalidInput, Scenario, Sweep, merge_sweeps, read_sweep, sweep_table
from tests.builders import make_node, make_pod, with_labels
from tests.scheduler_core.clusters import clusters

from .logs import logged

TWO_ZONES = [
    with_labels(make_node(f"{zone}{i}"), {"topology.kubernetes.io/zone": zone})
    for zone in "ab"
    for i in (1, 2)
]


def sweep(content: dict[str, Any] | list[Any], **specification: Any) -> Sweep:
    content = content if isinstance(content, dict) else {"objects": content, "config": None}
    return Sweep([Scenario.from_content(content)], read_sweep(specification))


@settings(max_examples=20)
@given(clusters(), st.randoms(use_true_random=False))
def test_any_split_in_any_order_gives_the_same_bytes(content: dict[str, Any], random: Random) -> None:
    whole = sweep(content, kind="seeds", seeds=9)
    cuts = sorted({0, 9, *(random.randint(0, 9) for _ in range(3))})
    pieces = [whole.evaluate(*piece) for piece in pairwise(cuts)]
    random.shuffle(pieces)
    assert json.dumps(reduce(merge_sweeps, pieces)) == json.dumps(whole.evaluate(0, 9))


def test_a_tally_has_whole_numbers_only() -> None:
    text = json.dumps(sweep([*TWO_ZONES, make_pod("p")], kind="seeds", seeds=3).evaluate(0, 3))
    json.loads(text, parse_float=pytest.fail)


def test_pods_are_counted_by_workload_node_and_zone() -> None:
    swept = sweep([*TWO_ZONES, make_pod("p"), make_pod("big", requests={"cpu": "9"})], kind="seeds", seeds=40)
    result = swept.result(swept.evaluate(0, 40))
    landing = result["landing"]
    assert [w["name"] for w in result["workloads"]] == ["p", "big"]
    assert landing["columns"] == "node"
    assert sum(landing["workloads"][0]) == 40
    assert min(landing["workloads"][0][:4]) > 0
    assert landing["workloads"][1] == [0, 0, 0, 0, 40]
    assert landing["points"][1] == [-1, -1, -1, -1, 0]
    for place, point in enumerate(landing["points"][0][:4]):
        runs = [
            swept.result(swept.evaluate(earlier, earlier + 1))["landing"]["workloads"][0]
            for earlier in range(point + 1)
        ]
        assert [run[place] for run in runs] == [0] * point + [1]
    p, big = landing["pods"]
    assert p["ties"] == 40
    assert sum(place["runs"] for place in p["places"]) == 40
    assert (big["ties"], big["places"]) == (0, [{"place": 4, "runs": 40}])
    [cell] = result["cells"]
    assert cell is not None
    assert (cell["placed"], cell["pending"], cell["nodes_used"]) == (1, 1, 1)
    assert cell["first_pending"]["pod"] == "default/big"
    assert cell["first_pending"]["message"].startswith("0/4 nodes are available: 4 Insufficient cpu.")
    assert sweep_table(result)[2] == ["Pod", "default", "big", 1, 0, 0, 0, 0, 1]


def test_a_point_opens_the_run_of_its_seed() -> None:
    swept = sweep([*TWO_ZONES, make_pod("p")], kind="seeds", seeds=5)
    for point in range(5):
        content, version, seed = swept.scenario(point)
        log = logged(Scenario.from_content(content), version, seed)
        [[place]] = [
            pod["places"] for pod in swept.result(swept.evaluate(point, point + 1))["landing"]["pods"]
        ]
        assert log.nodes == {"default/p": TWO_ZONES[place["place"]]["metadata"]["name"]}


def test_the_result_of_nothing_has_its_axes_and_no_counts() -> None:
    swept = sweep([*TWO_ZONES, make_pod("p")], kind="seeds", seeds=5)
    result = swept.result(swept.evaluate(0, 0))
    assert (result["points"], result["evaluated"], result["cells"]) == (5, 0, [None])
    assert result["landing"]["runs"] == 0


def test_matrices_that_would_be_large_are_by_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scheduler_core.advice.sweeps.subject.MOST_LANDING_COUNTS", 4)
    monkeypatch.setattr("scheduler_core.advice.sweeps.subject.MOST_POD_COUNTS", 4)
    swept = sweep([*TWO_ZONES, make_pod("p")], kind="seeds", seeds=20)
    landing = swept.result(swept.evaluate(0, 20))["landing"]
    assert (landing["columns"], landing["pod_columns"]) == ("zone", "zone")
    assert [sum(row) for row in landing["workloads"]] == [20]
    assert len(landing["workloads"][0]) == 3


def test_several_scenarios_are_a_fleet() -> None:
    scenario = Scenario.from_content({"objects": TWO_ZONES, "config": None})
    with pytest.raises(InvalidInput, match="must be over one scenario"):
        Sweep([scenario, scenario], read_sweep({"kind": "seeds", "seeds": 1}))
