"""Every kind of sweep: a point is the very run that its scenario makes, and each picture has its figures."""

from __future__ import annotations

import json
from functools import reduce
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler_core import InvalidInput, Scenario, Sweep, merge_sweeps, read_sweep
from scheduler_core.advice.sweeps.contract import SweepCell
from tests.builders import Manifest, make_deployment, make_node, make_pod, with_labels, with_status
from tests.scheduler_core.clusters import clusters
from tests.scheduler_core.scheduler.framework.test_memo import with_replicas

from .logs import logged
from .test_seeds import sweep

ZONE, HOST = "topology.kubernetes.io/zone", "kubernetes.io/hostname"
X = {"setting": "weight/NodeResourcesFit", "values": [0, 1]}
SPECIFICATIONS: list[dict[str, Any]] = [
    {"kind": "seeds", "seeds": 3},
    {
        "kind": "weights",
        "x": {"setting": "weight/NodeResourcesFit", "values": [0, 5]},
        "y": {
            "setting": "NodeResourcesFit/scoringStrategy/type",
            "values": ["MostAllocated", "LeastAllocated"],
        },
        "seeds": 2,
    },
    {"kind": "percentages", "percentages": [0, 100], "seeds": 2},
    {"kind": "versions", "versions": ["1.30", "1.34", "1.36"], "seeds": 2},
    {"kind": "losses", "topology_keys": [HOST], "pairs": True, "seeds": 2},
    {"kind": "capacity", "shapes": [{"name": "more", "node": "n0"}], "counts": [0, 2], "seeds": 2},
    {"kind": "fleet", "version": "1.36", "seeds": 2},
]


# What may be asked; each error names its path, what is expected, and what to do.
@pytest.mark.parametrize(
    ("document", "errors"),
    [
        ([], {"sweep": "must be a mapping"}),
        ({}, {"sweep.kind": "must be one of seeds, weights"}),
        ({"kind": "tides"}, {"sweep.kind": "must be one of seeds, weights"}),
        ({"kind": "seeds", "seeds": 0}, {"sweep.seeds": "must be from 1 to 1,000,000, got 0"}),
        ({"kind": "seeds", "seeds": "2"}, {"sweep.seeds": "must be an integer"}),
        ({"kind": "seeds", "pairs": True}, {"sweep.pairs": "is not a field"}),
        ({"kind": "weights"}, {"sweep.x": "must be set"}),
        ({"kind": "weights", "x": {**X, "setting": "Fit"}}, {"sweep.x.setting": "must be weight/PLUGIN"}),
        ({"kind": "weights", "x": {**X, "values": [1, -1]}}, {"sweep.x.values[1]": "must be a weight"}),
        ({"kind": "weights", "x": {**X, "values": [1, 1]}}, {"sweep.x.values[1]": "contains"}),
        ({"kind": "weights", "x": {**X, "values": []}}, {"sweep.x.values": "at least one"}),
        ({"kind": "weights", "x": X, "y": X}, {"sweep.y.setting": "must differ"}),
        ({"kind": "percentages", "percentages": [101]}, {"sweep.percentages[0]": "from 0 to 100"}),
        ({"kind": "versions", "versions": ["0.9"]}, {"sweep.versions[0]": "must be a version"}),
        ({"kind": "losses", "topology_keys": []}, {"sweep.topology_keys": "at least one label"}),
        (
            {"kind": "losses", "topology_keys": ["zone"], "pairs": "yes"},
            {"sweep.pairs": "must be true or false"},
        ),
        (
            {"kind": "capacity", "shapes": [{"name": "l"}], "counts": [1]},
            {"sweep.shapes[0]": "must have either node"},
        ),
        (
            {"kind": "capacity", "shapes": [{"name": "l", "allocatable": {"cpu": "x"}}], "counts": [1]},
            {"sweep.shapes[0].allocatable.cpu": "must be a quantity"},
        ),
        ({"kind": "fleet"}, {"sweep": "must have a change, a version, or both"}),
        (
            {"kind": "fleet", "change": {"operations": [{"op": "burn"}]}},
            {"sweep.change.operations[0].op": "must be one of"},
        ),
        (
            {"kind": "percentages", "percentages": [*range(50)], "seeds": 1_000_000},
            {"sweep.seeds": "must have at most 10,000,000 runs"},
        ),
        (
            {
                "kind": "weights",
                "x": {**X, "values": [*range(200)]},
                "y": {"setting": "weight/NodeAffinity", "values": [*range(200)]},
            },
            {"sweep": "must have at most 20,000 cells"},
        ),
    ],
)
def test_errors_have_a_path_and_a_fix(document: Any, errors: dict[str, str]) -> None:
    with pytest.raises(InvalidInput) as raised:
        read_sweep(document)
    assert {error.path for error in raised.value.errors} == set(errors)
    for error in raised.value.errors:
        assert errors[error.path] in error.message


def test_defaults_are_filled_in() -> None:
    assert read_sweep({"kind": "weights", "x": X, "pod": "web"}) == {
        "kind": "weights",
        "x": X,
        "pod": "default/web",
        "seeds": 1,
    }
    assert read_sweep({"kind": "losses", "topology_keys": ["zone"]}) == {
        "kind": "losses",
        "topology_keys": ["zone"],
        "pairs": False,
        "seeds": 1,
    }


def owned(pod: Manifest, kind: str, name: str) -> Manifest:
    owner = {"apiVersion": "apps/v1", "kind": kind, "name": name, "uid": name, "controller": True}
    return {**pod, "metadata": {**pod["metadata"], "ownerReferences": [owner]}}


def with_controllers(content: dict[str, Any]) -> dict[str, Any]:
    """Return the content in which some pods have a controller, so that they come again after a loss."""
    objects = [
        owned(manifest, "ReplicaSet", "web") if manifest["kind"] == "Pod" and i % 3 else manifest
        for i, manifest in enumerate(content["objects"])
    ]
    return {**content, "objects": objects}


def assert_points_are_their_runs(swept: Sweep) -> None:
    for point in range(swept.points):
        content, version, seed = swept.scenario(point)
        log = logged(Scenario.from_content(json.loads(json.dumps(content))), version, seed)
        tally = swept.evaluate(point, point + 1)
        [cell] = tally["cells"].values()
        if swept.specification["kind"] == "losses":  # only pods that came again count
            assert cell["placed"] + cell["pending"] <= len(log.nodes) + log.pending
        else:
            assert (cell["placed"], cell["pending"]) == (len(log.nodes), log.pending)
            first = next(iter(log.messages.items()), None)
            assert cell.get("first_pending") == (first and [point, *first])
        assert cell["tied"] == log.tied
        assert cell["evicted"] == log.evicted
        if swept.specification["kind"] != "fleet":  # which makes two runs
            assert tally["decisions"] == log.decisions


@pytest.mark.parametrize("specification", SPECIFICATIONS, ids=lambda s: s["kind"])
@settings(max_examples=4)
@given(content=clusters(), random=st.randoms(use_true_random=False))
def test_points_are_runs_and_any_split_gives_the_same_bytes(
    specification: dict[str, Any], content: dict[str, Any], random: Random
) -> None:
    swept = sweep(with_controllers(with_replicas(content, 2)), **specification)
    assert_points_are_their_runs(swept)
    points = list(range(swept.points))
    random.shuffle(points)
    pieces = [swept.evaluate(point, point + 1) for point in points]
    assert json.dumps(reduce(merge_sweeps, pieces)) == json.dumps(swept.evaluate(0, swept.points))


def cells_of(swept: Sweep) -> list[SweepCell]:
    cells = swept.result(swept.evaluate(0, swept.points))["cells"]
    return [cell for cell in cells if cell is not None]


def node(name: str, zone: str = "a", cpu: str = "4") -> Manifest:
    return with_labels(make_node(name, cpu=cpu), {ZONE: zone})


# ---- losses ----


def test_pods_of_a_lost_node_come_again_as_far_as_there_is_room() -> None:
    nodes = [node("a1"), node("b1", "b", cpu="2")]
    web = [
        owned(make_pod(f"web-{i}", node="a1", requests={"cpu": "1"}), "ReplicaSet", "web") for i in range(3)
    ]
    agent = owned(make_pod("agent", node="a1"), "DaemonSet", "agent")
    swept = sweep(
        [*nodes, *web, agent, make_pod("bare", node="a1")], kind="losses", topology_keys=[HOST, ZONE]
    )
    result = swept.result(swept.evaluate(0, swept.points))
    assert result["axes"][0]["values"] == ["a1", "b1", "a", "b"]
    assert result["losses"][2] == {"topology_key": ZONE, "values": ["a"], "nodes": 1}
    first, second, third, _ = result["cells"]
    assert first is not None
    assert second is not None
    assert third is not None
    assert first["workloads"] == [{"workload": 0, "placed": 2, "pending": 1}]
    assert first["first_pending"]["pod"] == "default/web-2"
    assert "1 Insufficient cpu" in first["first_pending"]["message"]
    assert (first["placed"], first["pending"], first["gone"]) == (2, 1, 1)
    assert (second["placed"], second["pending"], second["gone"]) == (0, 0, 0)
    assert third["placed"] == 2


def test_pods_that_the_run_places_are_lost_too() -> None:
    container = {"name": "c", "image": "i", "resources": {"requests": {"cpu": "1"}}}
    deployment = make_deployment("web", 4, {"containers": [container]})
    swept = sweep([node("a1", cpu="3"), node("b1", cpu="3"), deployment], kind="losses", topology_keys=[HOST])
    one, other = cells_of(swept)
    assert (one["placed"], one["pending"]) == (1, 1)
    assert (other["placed"], other["pending"]) == (1, 1)
    assert_points_are_their_runs(swept)
    content, _, _ = swept.scenario(0)
    assert not any(manifest["kind"] == "Deployment" for manifest in content["objects"])


def test_pairs_are_lost_together() -> None:
    swept = sweep(
        [node(name) for name in ("a1", "a2", "a3")], kind="losses", topology_keys=[HOST], pairs=True
    )
    axes = swept.result(swept.evaluate(0, 0))["axes"]
    assert axes[0]["values"] == ["a1", "a2", "a3", "a1 + a2", "a1 + a3", "a2 + a3"]


def test_a_label_that_no_node_has_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"sweep.topology_keys\[0\]: must be a label that a node has"):
        sweep([node("a1")], kind="losses", topology_keys=["rack"])


# ---- settings ----


def test_weights_pack_or_spread() -> None:
    nodes = [node(f"n{i}") for i in range(3)]
    pods = [make_pod(f"p{i}", requests={"cpu": "500m", "memory": "1Gi"}) for i in range(3)]
    strategy = {
        "setting": "NodeResourcesFit/scoringStrategy/type",
        "values": ["LeastAllocated", "MostAllocated"],
    }
    weight = {"setting": "weight/NodeResourcesFit", "values": [1, 100]}
    swept = sweep([*nodes, *pods], kind="weights", x=strategy, y=weight, pod="p2", seeds=4)
    result = swept.result(swept.evaluate(0, swept.points))
    cells = cells_of(swept)
    assert [cell["nodes_used"] for cell in cells] == [3, 3, 1, 1]
    assert [sum(w["runs"] for w in cell["winners"]) for cell in cells] == [4, 4, 4, 4]
    assert (result["most_packed"], result["least_packed"]) == (2, 0)
    assert result["pareto"] == [2, 3]
    assert "flips" not in result


@pytest.mark.parametrize(
    ("setting", "values", "path", "message"),
    [
        ("weight/NodeName", [1], "sweep.x.setting", "must name a plugin that scores"),
        ("weight/Nobody", [1], "sweep.x.setting", "must name a plugin that scores"),
        ("NodeResourcesFit/scoringStrategy/type", ["Most"], "sweep.x.values[0]", "scheduler rejects"),
    ],
)
def test_settings_that_the_scheduler_refuses(
    setting: str, values: list[Any], path: str, message: str
) -> None:
    with pytest.raises(InvalidInput) as raised:
        sweep([node("a1"), make_pod("p")], kind="weights", x={"setting": setting, "values": values})
    [error] = raised.value.errors
    assert error.path == path
    assert message in error.message


def test_a_chosen_pod_must_wait() -> None:
    with pytest.raises(InvalidInput, match=r"sweep.pod: must be a pending pod"):
        sweep(
            [node("a1"), make_pod("p", node="a1")],
            kind="weights",
            x={"setting": "weight/NodeResourcesFit", "values": [1]},
            pod="p",
        )


def test_a_percentage_limits_the_search() -> None:
    nodes = [node(f"n{i:03}") for i in range(120)]
    swept = sweep([*nodes, make_pod("p")], kind="percentages", percentages=[1, 100], seeds=60)
    few, many = cells_of(swept)
    assert max(place["place"] for place in few["pods"][0]) < 100
    assert max(place["place"] for place in many["pods"][0]) >= 100


# ---- versions, capacity, fleet ----


def test_versions_have_the_nodes_of_each_pod() -> None:
    swept = sweep(
        [node("a1"), node("b1", "b"), make_pod("p")], kind="versions", versions=["1.30", "1.36"], seeds=8
    )
    for cell in cells_of(swept):
        assert sum(place["runs"] for place in cell["pods"][0]) == 8


def test_nodes_are_added_until_nothing_is_pending() -> None:
    pods = [make_pod(f"p{i}", requests={"cpu": "2"}) for i in range(5)]
    shapes = [{"name": "like", "node": "a1"}, {"name": "large", "allocatable": {"cpu": "8", "memory": "8Gi"}}]
    swept = sweep([node("a1", cpu="2"), *pods], kind="capacity", shapes=shapes, counts=[0, 1, 4])
    assert [cell["pending"] for cell in cells_of(swept)] == [4, 3, 0, 4, 0, 0]


def test_pods_of_daemon_sets_on_added_nodes_are_there_and_not_counted() -> None:
    template = {
        "metadata": {"labels": {"app": "agent"}},
        "spec": {"containers": [{"name": "c", "image": "i"}]},
    }
    agent = {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": "agent"},
        "spec": {"selector": {"matchLabels": {"app": "agent"}}, "template": template},
    }
    shapes = [{"name": "like", "node": "a1"}]
    swept = sweep([node("a1"), agent], kind="capacity", shapes=shapes, counts=[0, 2])
    assert [cell["placed"] for cell in cells_of(swept)] == [1, 1]
    content, version, seed = swept.scenario(1)
    assert len(logged(Scenario.from_content(content), version, seed).nodes) == 3
    assert swept.evaluate(1, 2)["decisions"] == 3


def test_a_node_to_copy_must_be_there() -> None:
    with pytest.raises(InvalidInput, match=r"sweep.shapes\[0\].node: must be the name of a node"):
        sweep([node("a1")], kind="capacity", shapes=[{"name": "x", "node": "z"}], counts=[1])


def test_a_fleet_is_compared_before_and_after_a_change() -> None:
    cordon = {"op": "set", "object": "Node a1", "path": ["spec", "unschedulable"], "value": True}
    contents = [
        {"objects": [node("a1"), make_pod("p")], "config": None},
        {"objects": [node("a1"), node("b1", cpu="1"), make_pod("p", requests={"cpu": "2"})], "config": None},
        {"objects": [node("a1", cpu="1"), node("b1"), make_pod("p", requests={"cpu": "2"})], "config": None},
    ]
    scenarios = [Scenario.from_content(content, name=f"s{i}") for i, content in enumerate(contents)]
    specification = read_sweep({"kind": "fleet", "change": {"operations": [cordon]}, "seeds": 2})
    swept = Sweep(scenarios, specification)
    cells = cells_of(swept)
    assert [cell["before"] for cell in cells] == [{"placed": 1, "pending": 0}] * 3
    assert [(cell["placed"], cell["pending"], cell["moved"]) for cell in cells] == [
        (0, 1, 1),
        (0, 1, 1),
        (1, 0, 0),
    ]
    assert cells[0]["first_pending"]["message"].startswith(
        "0/1 nodes are available: 1 node(s) were unschedulable"
    )
    assert_points_are_their_runs(swept)


def test_a_change_that_a_scenario_of_the_fleet_cannot_make() -> None:
    scenario = Scenario.from_content({"objects": [node("a1")], "config": None}, name="shop")
    operation = {"op": "set", "object": "Node z", "path": ["spec", "unschedulable"], "value": True}
    specification = read_sweep({"kind": "fleet", "change": {"operations": [operation]}})
    with pytest.raises(InvalidInput, match=r"sweep.change: cannot be made in shop"):
        Sweep([scenario], specification)


def test_nodes_that_admission_taints_are_added_tainted() -> None:
    model = with_status(node("a1"), conditions=[{"type": "MemoryPressure", "status": "True"}])
    content = {"objects": [model, node("b1", cpu="1"), make_pod("p", requests={"cpu": "2"})], "config": None}
    scenario = Scenario.from_content({**content, "admission": {}})
    shapes = [{"name": "like", "node": "a1"}]
    swept = Sweep([scenario], read_sweep({"kind": "capacity", "shapes": shapes, "counts": [2]}))
    assert_points_are_their_runs(swept)
