"""The queue: its order, backoff, and the events that requeue a pod."""

from __future__ import annotations

import pytest

from scheduler_core import Scenario, simulate
from scheduler_core.simulation.run.backoff import backoff_expiration, backoff_seconds
from scheduler_core.simulation.run.contract import Event, QueueMoved
from tests.builders import Manifest, affinity, make_node, make_pod, spread


def log(*objects: Manifest, version: str = "1.34") -> list[Event]:
    return list(simulate(Scenario.from_content({"objects": list(objects)}), kubernetes_version=version))


def attempts(events: list[Event]) -> list[tuple[str, int, str | None]]:
    return [
        (e["pod"].removeprefix("default/"), e["attempt"], e["node"])
        for e in events
        if e["kind"] == "cycle.finished"
    ]


def moves(events: list[Event]) -> list[QueueMoved]:
    return [e for e in events if e["kind"] == "queue.moved"]


@pytest.mark.parametrize(
    ("failures", "seconds"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 8), (5, 10), (6, 10), (5000, 10)]
)
def test_backoff_doubles_up_to_ten_seconds(failures: int, seconds: float) -> None:
    assert backoff_seconds(failures) == seconds


def test_backoff_ends_on_a_whole_second() -> None:
    assert backoff_expiration(3.7, 2) == 5.0


def test_a_pod_that_leaves_requeues_pods_that_lacked_room() -> None:
    victim = make_pod("old", node="n1", requests={"cpu": "3"})
    events = log(make_node("n1"), victim, make_pod("vip", priority=10, requests={"cpu": "3"}))
    assert attempts(events) == [("vip", 1, None), ("vip", 2, "n1")]
    (move,) = moves(events)
    assert (move["event"], move["about"]) == ("AssignedPodDelete", "default/old")
    assert move["moved"] == [
        {"pod": "default/vip", "to": "backoff", "ready_at": 1.0, "hints": {"NodeResourcesFit": "Queue"}}
    ]


def test_backoff_delays_attempts_up_to_1_32() -> None:
    victim = make_pod("old", node="n1", requests={"cpu": "3"})
    objects = make_node("n1"), victim, make_pod("vip", priority=10, requests={"cpu": "3"})
    starts = [e for e in log(*objects, version="1.32") if e["kind"] == "cycle.started"]
    assert [(e["at"], e["queue"]["from"]) for e in starts] == [(0.0, "active"), (1.0, "active")]
    starts = [e for e in log(*objects) if e["kind"] == "cycle.started"]
    assert [(e["at"], e["queue"]["from"]) for e in starts] == [(0.0, "active"), (0.0, "backoff")]


def test_a_bound_pod_requeues_pods_with_affinity_to_it() -> None:
    follower = make_pod("follower", priority=5, affinity=affinity("zone", app="db"))
    events = log(make_node("n1", zone="a"), follower, make_pod("db", app="db"))
    assert attempts(events) == [("follower", 1, None), ("db", 1, "n1"), ("follower", 2, "n1")]
    assert moves(events)[0]["moved"][0]["hints"] == {"InterPodAffinity": "Queue"}


def test_an_irrelevant_pod_requeues_no_pod_and_the_log_has_the_hints() -> None:
    large = make_pod("large", priority=5, requests={"cpu": "64"})
    lonely = make_pod("lonely", priority=4, affinity=affinity("zone", app="nobody"))
    events = log(make_node("n1", zone="a"), large, lonely, make_pod("other", app="x"))
    assert attempts(events) == [("large", 1, None), ("lonely", 1, None), ("other", 1, "n1")]
    (move,) = moves(events)
    assert move["moved"] == []
    assert move["stayed"] == [
        {"pod": "default/large", "hints": {"NodeResourcesFit": None}},
        {"pod": "default/lonely", "hints": {"InterPodAffinity": "QueueSkip"}},
    ]
    end = events[-1]
    assert end["kind"] == "run.finished"
    assert [(w["pod"], w["rejectors"], w["flush_at"]) for w in end["waiting"]] == [
        ("default/large", ["NodeResourcesFit"], 300.0),
        ("default/lonely", ["InterPodAffinity"], 300.0),
    ]


def test_a_bound_pod_requeues_pods_whose_spread_constraint_selects_it() -> None:
    nodes = [make_node("a1", zone="a"), make_node("b1", zone="b", cpu="200m")]
    running = make_pod("web-0", node="a1", app="web")
    skewed = make_pod("web-1", priority=9, app="web", spread=[spread("zone")], requests={"cpu": "1"})
    filler = make_pod("web-2", app="web", requests={"cpu": "100m"}, spread=[spread("zone")])
    events = log(*nodes, running, skewed, filler)
    assert attempts(events) == [("web-1", 1, None), ("web-2", 1, "b1"), ("web-1", 2, "a1")]


@pytest.mark.parametrize(("version", "expected"), [("1.34", 1), ("1.35", 2)])
def test_pods_repelled_by_a_leaving_pod_are_requeued_since_1_35(version: str, expected: int) -> None:
    """Up to v1.34.1 the hint ignores this, and the pod waits for the flush (kubernetes/kubernetes#134393)."""
    hermit = make_pod(
        "hermit", node="n1", requests={"cpu": "3"}, affinity=affinity("zone", anti=True, app="web")
    )
    web = make_pod("web", app="web", priority=8)
    web["spec"]["preemptionPolicy"] = "Never"
    vip = make_pod("vip", priority=7, requests={"cpu": "3"})
    events = log(make_node("n1", zone="a"), hermit, web, vip, version=version)
    assert len([a for a in attempts(events) if a[0] == "web"]) == expected
