"""A whole run at a glance: skew of each constraint and use of each node, before and after."""

from __future__ import annotations

from typing import Any

from tests.webui.clusters import PODS
from tests.webui.conftest import Visitor
from webui.core.runs.models import Run


def overview(visitor: Visitor, text: str = PODS) -> tuple[str, dict[str, Any]]:
    run = visitor.run(visitor.draft(text))
    answer = visitor.get(f"/api/runs/{run['id']}/overview")
    assert answer.status_code == 200, answer.content
    return str(run["id"]), dict(answer.json())


def test_equal_constraints_are_one_with_the_counts_of_their_domains(alice: Visitor) -> None:
    _, answer = overview(alice)
    [constraint] = answer["constraints"]
    assert (constraint["topology_key"], constraint["max_skew"], constraint["pods"]) == ("zone", 1, 3)
    assert constraint["skew"] == {"before": 1, "after": 0}
    assert constraint["domains"] == [
        {"value": "a", "before": 1, "after": 2},
        {"value": "b", "before": 0, "after": 2},
    ]


def test_soft_constraints_and_min_domains_count_too(alice: Visitor) -> None:
    soft = PODS.replace("DoNotSchedule", "ScheduleAnyway")
    [constraint] = overview(alice, soft)[1]["constraints"]
    assert constraint["when_unsatisfiable"] == "ScheduleAnyway"
    assert sum(domain["after"] - domain["before"] for domain in constraint["domains"]) == 3
    three = PODS.replace("    topologyKey: zone\n", "    topologyKey: zone\n    minDomains: 3\n")
    [constraint] = overview(alice, three)[1]["constraints"]
    assert constraint["skew"] == {"before": 1, "after": 1}  # the minimum is 0, whatever they hold
    assert [domain["after"] for domain in constraint["domains"]] == [1, 1]


def test_what_is_requested_of_each_node(alice: Visitor) -> None:
    nodes = overview(alice)[1]["nodes"]
    assert nodes["names"] == ["node1", "node2"]
    assert nodes["resources"]["pods"]["before"] == [1, 0]
    assert nodes["resources"]["pods"]["after"] == [2, 2]
    assert nodes["resources"]["cpu"] == {
        "unit": "milli",
        "allocatable": [4000, 4000],
        "before": [10, 0],
        "after": [20, 20],
    }


def test_before_the_end_there_is_none(alice: Visitor) -> None:
    run = alice.post(f"/api/scenarios/{alice.draft()['id']}/runs").json()
    answer = alice.get(f"/api/runs/{run['id']}/overview")
    assert answer.status_code == 409
    assert answer.json()["errors"][0]["message"] == "is not finished: try again when it is"
    Run.objects.filter(pk=run["id"]).update(status="cancelled")
    assert alice.get(f"/api/runs/{run['id']}/overview").status_code == 200
