"""Kueue's cycle for the workload of a pod: its order, the sums of that moment, victims, and the result."""

from __future__ import annotations

from scheduler_core import Scenario, kueue_walk
from scheduler_core.contract import KueueWalk
from tests.scheduler_core.queueing.manifests import flavor, job, loaded, node, queue


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
