"""How many nodes may be disrupted now, and the schedules of budgets."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from scheduler_core.autoscaling.disruption.budgets import allowed_disruptions
from scheduler_core.autoscaling.disruption.cron import parse_schedule
from scheduler_core.autoscaling.state.recorder import Recorder
from tests.scheduler_core.autoscaling.clusters import instance_type, node, nodepool, scenario

TYPE = instance_type("type")
MONDAY = "2026-03-02T12:00:00Z"


def allowed(*budgets: dict[str, Any], nodes: int = 5, reason: str = "Empty", **keys: Any) -> int:
    objects = [o for i in range(nodes) for o in node(f"n{i}", TYPE)]
    pool = nodepool(disruption={"budgets": list(budgets)})
    cluster = scenario(pool, *objects, types=[TYPE], **keys).cluster
    return allowed_disruptions(cluster, reason, Recorder())["default"]


@pytest.mark.parametrize(
    ("budgets", "expected"),
    [
        ([], 2**31 - 1),
        ([{"nodes": "3"}], 3),
        ([{"nodes": "10%"}], 1),
        ([{"nodes": "41%"}], 3),
        ([{"nodes": "40%"}], 2),
        ([{"nodes": "0"}], 0),
        ([{"nodes": "3"}, {"nodes": "2"}], 2),
        ([{"nodes": "3"}, {"nodes": "1", "reasons": ["Drifted"]}], 3),
        ([{"nodes": "3"}, {"nodes": "1", "reasons": ["Drifted", "Empty"]}], 1),
        ([{"nodes": "3"}, {"nodes": "some"}], 0),
        ([{"nodes": "3"}, {"nodes": "some", "reasons": ["Drifted"]}], 0),
        ([{"nodes": "0", "schedule": "0 9 * * *", "duration": "8h"}], 0),
        ([{"nodes": "0", "schedule": "0 9 * * *", "duration": "2h"}], 2**31 - 1),
        ([{"nodes": "3"}, {"nodes": "0", "schedule": "never", "duration": "2h"}], 0),
        ([{"nodes": "3", "duration": "2h"}], 0),
    ],
)
def test_the_least_of_the_active_budgets_is_allowed(budgets: list[dict[str, Any]], expected: int) -> None:
    assert allowed(*budgets) == expected


def test_nodes_that_are_going_or_not_ready_are_taken_off() -> None:
    assert allowed({"nodes": "3"}, markedForDeletion=["n0"]) == 2
    assert allowed({"nodes": "1"}, markedForDeletion=["n0", "n1"]) == 0
    objects = [o for i in range(4) for o in node(f"n{i}", TYPE)]
    objects[1]["status"] = {**objects[1]["status"], "conditions": [{"type": "Ready", "status": "Unknown"}]}
    cluster = scenario(nodepool(disruption={"budgets": [{"nodes": "3"}]}), *objects, types=[TYPE]).cluster
    assert allowed_disruptions(cluster, "Empty", Recorder()) == {"default": 2}


def test_a_nodepool_is_told_that_its_budgets_allow_nothing() -> None:
    pool = nodepool(disruption={"budgets": [{"nodes": "0"}]})
    recorder = Recorder()
    allowed_disruptions(scenario(pool, *node("n", TYPE), types=[TYPE]).cluster, "Empty", recorder)
    (event,) = recorder.events
    assert (event.kind, event.name) == ("NodePool", "default")
    assert event.message == "No allowed disruptions for disruption reason Empty due to blocking budget"
    recorder = Recorder()
    allowed_disruptions(scenario(pool, types=[TYPE]).cluster, "Empty", recorder)
    assert recorder.events == set()  # it has no nodes


def hits(schedule: str, hours: float, until: str = MONDAY) -> bool | None:
    parsed = parse_schedule(schedule)
    end = datetime.fromisoformat(until).timestamp()
    return None if parsed is None else parsed.hits_within(end - hours * 3600, end)


@pytest.mark.parametrize(
    ("schedule", "hours", "expected"),
    [
        ("0 12 * * *", 0.1, True),
        ("0 11 * * *", 1, False),  # a hit exactly as long ago as the budget lasts is over
        ("0 11 * * *", 1.1, True),
        ("1 12 * * *", 23, False),
        ("1 12 * * *", 24, True),
        ("0 9 * * mon", 4, True),
        ("0 9 * * 1", 4, True),
        ("0 9 * * tue", 24, False),
        ("0 9 * * tue-thu,MON", 4, True),
        ("*/15 * * * *", 0.3, True),
        ("50 */5 * * *", 1.5, True),
        ("50 */5 * * *", 1, False),
        ("0 9 2 * *", 4, True),
        ("0 9 3 * *", 4, False),
        ("0 9 3 * mon", 4, True),  # either kind of day is enough if both are restricted
        ("0 9 3 * *", 24 * 27, False),
        ("0 9 3 * *", 24 * 28, True),
        ("0 9 * mar *", 4, True),
        ("0 9 * 4-12/2 *", 4, False),
        ("0 0 30 feb *", 1, True),  # what never hits counts as if it had
        ("@daily", 13, True),
        ("@hourly", 0.5, True),
        ("@weekly", 24, False),
        ("@weekly", 48, True),
        ("@every 2h", 1, False),
        ("@every 1h", 1, True),
    ],
)
def test_a_schedule_hits_within_the_last_hours(schedule: str, hours: float, expected: bool) -> None:
    assert hits(schedule, hours) is expected


@pytest.mark.parametrize(
    "schedule",
    [
        "",
        "* * * *",
        "* * * * * *",
        "60 * * * *",
        "* * 0 * *",
        "* * * * 7",
        "*/0 * * * *",
        "5-1 * * * *",
        "@now",
        "a * * * *",
    ],
)
def test_what_is_no_schedule(schedule: str) -> None:
    assert parse_schedule(schedule) is None
