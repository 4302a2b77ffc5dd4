"""A run whose pods arrive and are deleted between its cycles."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core import Scenario
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.simulation.run.run import Run
from scheduler_core.simulation.run.simulation import Simulation
from tests.builders import make_node, make_pod


def run_of(*running: str) -> Run:
    """Return a run on one node of four cores, with running pods of three cores."""
    pods = [make_pod(name, node="n1", requests={"cpu": "3"}) for name in running]
    return Run(Simulation(Scenario.from_content({"objects": [make_node("n1"), *pods]})))


def a_pod(name: str) -> Pod:
    waiting = Scenario.from_content({"objects": [make_pod("p", requests={"cpu": "3"})]}).objects.pods[0]
    return replace(waiting, name=name)


def play(run: Run, until: float) -> list[tuple[str, float, str | None]]:
    attempts = []
    while queued := run.next(until):
        attempts.append((queued.pod.name, run.now, run.schedule(queued).node))
    return attempts


def test_a_pod_that_arrives_is_placed() -> None:
    run = run_of()
    run.now = 7.0
    run.add(a_pod("new"))
    assert play(run, 7.0) == [("new", 7.0, "n1")]
    assert run.simulation.handle.snapshot.node_of("default/new") == 0


def test_a_deleted_running_pod_makes_room_for_one_that_waits() -> None:
    run = run_of("old")
    run.add(a_pod("new"))
    assert play(run, 50.0) == [("new", 0.0, None)]
    run.now = 50.0
    (moved,) = run.delete("default/old")
    assert moved["kind"] == "queue.moved"
    assert [pod["pod"] for pod in moved["moved"]] == ["default/new"]
    assert play(run, 50.0) == [("new", 50.0, "n1")]


def test_a_backoff_that_ends_later_is_left_alone() -> None:
    scenario = Scenario.from_content(
        {"objects": [make_node("n1"), make_pod("old", node="n1", requests={"cpu": "3"})]}
    )
    run = Run(Simulation(scenario.under_release("1.31"), scenario.under_release("1.31").version))
    run.add(a_pod("new"))
    play(run, 0.0)
    run.delete("default/old")
    assert play(run, 0.5) == []
    assert play(run, 1.0) == [("new", 1.0, "n1")]


def test_a_deleted_waiting_pod_is_not_attempted_again() -> None:
    for part in ("active", "unschedulable"):
        run = run_of("old")
        run.add(a_pod("new"))
        if part == "unschedulable":
            play(run, 0.0)
        assert run.delete("default/new") == []
        run.delete("default/old")
        assert play(run, 100.0) == []
        assert run.queue.counts() == {"active": 0, "backoff": 0, "unschedulable": 0}


def test_deleting_a_nominated_pod_requeues_pods_that_it_held_off() -> None:
    vip = make_pod("vip", priority=5, requests={"cpu": "3"})
    vip["status"] = {"nominatedNodeName": "n1"}
    run = Run(Simulation(Scenario.from_content({"objects": [make_node("n1"), vip]})))
    low = a_pod("low")
    run.queue.delete("default/vip")
    run.add(low)
    assert play(run, 0.0) == [("low", 0.0, None)]
    (moved,) = run.delete("default/vip")
    assert moved["kind"] == "queue.moved"
    assert moved["about"] == "default/vip"
    assert play(run, 0.0) == [("low", 0.0, "n1")]
