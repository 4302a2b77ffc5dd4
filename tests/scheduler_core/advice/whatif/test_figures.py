"""What the figures of an answer are drawn from: nodes that fit, requests by nodes, and how the target fares."""

from __future__ import annotations

from scheduler_core import Inquiry, Recording, Scenario
from scheduler_core.contract import WhatIf
from tests.builders import Manifest, make_node, make_pod


def answer(*objects: Manifest, node: str | None = None) -> WhatIf:
    recording = Recording.of(Scenario.from_content({"objects": list(objects)}))
    return list(Inquiry(recording, "default/p", node=node).answers())[-1]


def in_zone(name: str, zone: str, cpu: str) -> Manifest:
    node = make_node(name, cpu=cpu)
    node["metadata"]["labels"]["topology.kubernetes.io/zone"] = zone
    return node


def test_requests_have_the_number_of_nodes_that_take_the_pod() -> None:
    nodes = (in_zone("n1", "a", "2"), in_zone("n2", "a", "4"), in_zone("n3", "b", "4"))
    result = answer(*nodes, make_pod("p", requests={"cpu": "6"}))
    (steps,) = result["requests"]
    assert (steps["resource"], steps["request"], steps["besides"]) == ("cpu", 6000, [])
    assert steps["steps"] == [{"amount": 4000, "nodes": 2}, {"amount": 2000, "nodes": 3}]


def test_requests_that_are_both_too_large_name_each_other() -> None:
    node, pod = make_node("n1", cpu="4", memory="4Gi"), make_pod("p", requests={"cpu": "8", "memory": "8Gi"})
    assert [(s["resource"], s["besides"]) for s in answer(node, pod)["requests"]] == [
        ("cpu", ["memory"]),
        ("memory", ["cpu"]),
    ]


def test_what_nodes_have_free_of_both_is_one_edge() -> None:
    sizes = {"n1": ("4", "1Gi"), "n2": ("2", "4Gi"), "n3": ("2", "3Gi"), "n4": ("1", "1Gi")}
    nodes = [make_node(name, cpu=cpu, memory=memory) for name, (cpu, memory) in sizes.items()]
    pod = make_pod("p", requests={"cpu": "8", "memory": "2Gi"})
    gib = 1024**3
    assert answer(*nodes, pod)["room"] == {
        "resources": ["cpu", "memory"],
        "request": [8000, 2 * gib],
        "pairs": [{"amounts": [4000, gib], "nodes": 1}, {"amounts": [2000, 4 * gib], "nodes": 1}],
    }
    assert answer(*nodes, make_pod("p", requests={"cpu": "8"}))["room"] is None


def test_nodes_that_fit_with_a_repair_are_counted_by_domain() -> None:
    nodes = (in_zone("n1", "a", "2"), in_zone("n2", "a", "4"), in_zone("n3", "b", "4"))
    result = answer(*nodes, make_pod("p", requests={"cpu": "6"}))
    assert result["topology"] == {"key": "topology.kubernetes.io/zone", "domains": {"a": 2, "b": 1}}
    assert result["fits"] == {"count": 0, "domains": {}, "names": []}
    lower = next(r for r in result["repairs"] if r["changes"] == ["request cpu 6 → 4"])
    assert lower["fits"] == {"count": 2, "domains": {"a": 1, "b": 1}, "names": ["n3", "n2"]}


def test_a_target_that_refuses_has_every_rejection() -> None:
    taint = [{"key": "spot", "value": "true", "effect": "NoSchedule"}]
    target = make_node("n2", cpu="1", taints=taint)
    result = answer(make_node("n1"), target, make_pod("p", requests={"cpu": "2"}), node="n2")["standing"]
    assert result is not None
    assert not result["scored"]
    assert [rejection["plugin"] for rejection in result["rejections"]] == [
        "TaintToleration",
        "NodeResourcesFit",
    ]
    assert result["rejections"][1]["message"] == "Insufficient cpu"


def test_a_target_that_loses_has_what_separates_it_from_the_winner() -> None:
    busy = make_pod("r", node="n2", requests={"cpu": "1", "memory": "1Gi"})
    pod = make_pod("p", requests={"cpu": "500m", "memory": "1Gi"})
    result = answer(make_node("n1"), make_node("n2"), busy, pod, node="n2")["standing"]
    assert result is not None
    assert (result["scored"], result["winner"], result["rejections"]) == (True, "n1", [])
    gap = sum(d["weight"] * (d["there"] - d["here"]) for d in result["differences"])
    assert gap == result["winner_total"] - result["total"] > 0
