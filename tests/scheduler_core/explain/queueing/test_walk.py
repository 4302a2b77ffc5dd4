"""Kueue's cycle for the workload of a pod: its order, the sums of that moment, victims, and the result."""

from __future__ import annotations

from typing import Any

from scheduler_core import Scenario, kueue_walk
from scheduler_core.contract import KueueWalk
from tests.scheduler_core.queueing.manifests import HOST, flavor, job, loaded, node, queue, running, topology


def _walk(scenario: Scenario, job_name: str) -> KueueWalk:
    walk = kueue_walk(scenario, scenario.objects.expanded[f"Job default/{job_name}"][0])
    assert walk is not None
    return walk


def _sum(walk: KueueWalk) -> tuple[int, int, int]:
    part = walk["pod_sets"][0]["flavors"][0]["sums"][0]
    return part["asked"]["amount"], part["used"]["amount"], part["available"]["amount"]


def test_sums_are_of_the_cycle_and_not_of_the_end() -> None:
    scenario = loaded(
        *(node("n", "d", cpu="20"), flavor("d"), *queue("a", {"d": 10})),
        *(job(name, "a", pods=2, cpu="2") for name in ("one", "two")),
    )
    first, second = (_walk(scenario, name) for name in ("one", "two"))
    assert (first["cycle"], _sum(first)) == (1, (4_000, 0, 10_000))
    assert (second["cycle"], _sum(second)) == (2, (4_000, 4_000, 6_000))
    assert second["flavors"] == {"main": {"cpu": "d"}}


def test_heads_of_one_cycle_come_in_the_order_in_which_kueue_takes_them() -> None:
    scenario = loaded(
        *(node("n", "d", cpu="20"), flavor("d")),
        *(*queue("a", {"d": 1}, cohort="team"), *queue("b", {"d": 9}, cohort="team")),
        *(job("borrows", "a", cpu="8"), job("owns", "b", cpu="9")),
    )
    walk = _walk(scenario, "owns")
    assert [(t["job"], t["place"], t["borrows"], t["outcome"]) for t in walk["turns"]] == [
        ("Job default/owns", 1, False, "admitted"),
        ("Job default/borrows", 2, True, "waits"),
    ]


def test_a_pod_without_a_workload_has_no_walk() -> None:
    assert kueue_walk(loaded(node("n", "d"), flavor("d"), *queue("a", {"d": 1})), "default/web") is None


def test_the_places_and_the_victims_are_those_of_the_workload() -> None:
    scenario = loaded(
        *(node(f"n{i}", "d", cpu="4", rack=f"r{i}") for i in range(2)),
        *(flavor("d", topologyName="t"), topology("rack", HOST)),
        *queue("a", {"d": 4}, preemption={"withinClusterQueue": "LowerPriority"}),
        *running(job("low", "a", pods=1, cpu="4"), "a", "d", priority=-1),
        job("high", "a", pods=2, cpu="2", required="rack"),
    )
    walk = _walk(scenario, "high")
    assert [(place["chosen"], place["counts"]) for place in walk["places"]] == [([["n1"]], [2])]
    assert [victim["job"] for victim in walk["victims"]] == ["Job default/low"]
    assert walk["admitted"] and "untried" not in walk


def test_a_workload_that_was_never_tried_says_why() -> None:
    strict = loaded(
        *(node("n", "d", cpu="20"), flavor("d"), *queue("a", {"d": 4}, queueingStrategy="StrictFIFO")),
        *(job("big", "a", cpu="8"), _gated("small", "1")),
    )
    walk = kueue_walk(strict, "default/small")
    assert walk is not None and walk["cycle"] == 0
    assert walk["untried"]["cause"]["text"] == "big is ahead of it in a, which is StrictFIFO"
    assert [(n["job"], n["own"]) for n in walk["untried"]["neighbours"]] == [
        ("Job default/big", False),
        ("Pod default/small", True),
    ]
    equal = loaded(
        *(node("n", "d", cpu="20"), flavor("d"), *queue("a", {"d": 4})), *(_gated(f"p{i}", "8") for i in "ab")
    )
    walk = kueue_walk(equal, "default/pb")
    assert walk is not None
    assert [note["kind"] for note in walk["untried"]["notes"]] == ["equivalent"]


def _gated(name: str, cpu: str) -> dict[str, Any]:
    """A pod that asks for quota by itself."""
    container = {"name": "c", "image": "x", "resources": {"requests": {"cpu": cpu}}}
    meta = {"name": name, "labels": {"kueue.x-k8s.io/queue-name": "a"}}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": meta, "spec": {"containers": [container]}}
