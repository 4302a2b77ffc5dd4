"""A run: its order and its log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from scheduler_core import Recording, Scenario, simulate
from scheduler_core.scheduler.cycle.contract import CycleFinished
from scheduler_core.simulation.run.contract import Event
from tests.builders import make_node, make_pod, spread, with_spec, with_status


def finished_cycles(events: Iterable[Event]) -> list[CycleFinished]:
    return [e for e in events if e["kind"] == "cycle.finished"]


def scenario_of(*objects: dict[str, Any], config: dict[str, Any] | None = None) -> Scenario:
    return Scenario.from_content({"objects": list(objects), "config": config})


def test_pods_are_scheduled_by_priority_then_by_input_order() -> None:
    pods = [make_pod("low"), make_pod("first", priority=5), make_pod("second", priority=5)]
    events: list[Any] = list(simulate(scenario_of(make_node("n1"), *pods)))
    assert events[0]["pods"] == ["default/first", "default/second", "default/low"]
    assert [e["pod"] for e in finished_cycles(events)] == events[0]["pods"]
    assert events[-1] == {"kind": "run.finished", "placed": 3, "pending": 0, "at": 0.0, "waiting": []}


def test_the_log_has_an_event_per_extension_point() -> None:
    nodes = [make_node("a1", zone="a"), make_node("b1", zone="b")]
    running = make_pod("web-0", node="a1", app="web")
    events: list[Any] = list(
        simulate(scenario_of(*nodes, running, make_pod("web-1", app="web", spread=[spread("zone")])))
    )
    points = {e["point"]: e for e in events if e["kind"] == "point.finished"}
    order = [
        "PreFilter",
        "Filter",
        "PreScore",
        "Score",
        "NormalizeScore",
        "Reserve",
        "Permit",
        "PreBind",
        "Bind",
    ]
    assert list(points) == order
    assert {"plugin": "PodTopologySpread", "rejected": 1, "unresolvable": 0} in points["Filter"]["plugins"]
    assert points["Filter"]["counts"] == {"nodes": 2, "evaluated": 2, "feasible": 1}
    assert finished_cycles(events)[0]["node"] == "b1"


def test_a_preempting_pod_is_placed_in_its_second_attempt() -> None:
    victim = make_pod("old", node="n1", requests={"cpu": "3"})
    vip = make_pod("vip", priority=10, requests={"cpu": "3"})
    first, second = finished_cycles(list(simulate(scenario_of(make_node("n1"), victim, vip))))
    assert (first["node"], first["victims"], first["nominated_node"]) == (None, ["default/old"], "n1")
    assert (second["attempt"], second["node"]) == (2, "n1")


def test_gated_pods_and_pods_of_another_scheduler_are_skipped() -> None:
    gated, other = make_pod("gated"), make_pod("other")
    gated["spec"]["schedulingGates"] = [{"name": "wait"}]
    other["spec"]["schedulerName"] = "mine"
    cycles = finished_cycles(list(simulate(scenario_of(make_node("n1"), gated, other))))
    assert {c["pod"]: c["skipped"] for c in cycles} == {
        "default/gated": "Gated",
        "default/other": "NoProfile",
    }


def test_a_seed_breaks_ties_reproducibly() -> None:
    objects = [*(make_node(f"n{i}") for i in range(8)), make_pod("p")]
    chosen = {
        seed: finished_cycles(list(simulate(scenario_of(*objects), seed=seed)))[0] for seed in range(12)
    }
    assert len({c["node"] for c in chosen.values()}) > 1
    assert all(c["ties"] == 8 for c in chosen.values())
    repeated = finished_cycles(list(simulate(scenario_of(*objects), seed=3)))[0]
    assert repeated == chosen[3]
    assert finished_cycles(list(simulate(scenario_of(*objects))))[0]["node"] == "n0"


def test_a_cluster_without_nodes_leaves_every_pod_pending() -> None:
    events: list[Any] = list(simulate(scenario_of(make_pod("p"))))
    assert finished_cycles(events)[0]["message"] == "no nodes available to schedule pods"
    assert events[-1]["pending"] == 1


def test_amounts_beyond_int64_do_not_stop_a_run() -> None:
    huge = [make_pod(f"p{i}", node="n1", requests={"cpu": "9E"}) for i in range(3)]
    assert finished_cycles(
        list(simulate(scenario_of(make_node("n1"), *huge, make_pod("new", requests={"cpu": "1"}))))
    )


@pytest.mark.parametrize("phase", ["Succeeded", "Failed"])
def test_a_finished_pod_uses_nothing_and_is_not_scheduled(phase: str) -> None:
    ended = with_status(make_pod("ended", node="n1", requests={"cpu": "4"}), phase=phase)
    never_placed = with_status(make_pod("never-placed"), phase=phase)
    scenario = scenario_of(
        make_node("n1", cpu="4"), ended, never_placed, make_pod("new", requests={"cpu": "4"})
    )
    assert scenario.summary() == {"nodes": 1, "pods": 1, "pending": 1}
    assert scenario.cluster()["pods"]["names"] == ["new"]
    assert Recording.of(scenario).placements == {"default/new": "n1"}
    assert [event["pod"] for event in finished_cycles(list(simulate(scenario)))] == ["default/new"]


def test_at_most_50_waiting_pods_are_named() -> None:
    waiting = [
        with_spec(make_pod(f"waits-{i:02}", priority=1), nodeSelector={"disk": "ssd"}) for i in range(60)
    ]
    events: list[Any] = list(simulate(scenario_of(make_node("n1"), *waiting, make_pod("placed"))))
    named = [f"default/waits-{i:02}" for i in range(50)]
    [moved] = [event for event in events if event["kind"] == "queue.moved"]
    assert (moved["about"], moved["moved"], moved["stayed_count"]) == ("default/placed", [], 60)
    assert [pod["pod"] for pod in moved["stayed"]] == named
    assert (events[-1]["kind"], events[-1]["pending"]) == ("run.finished", 60)
    assert [pod["pod"] for pod in events[-1]["waiting"]] == named
