"""A whole run at a glance: skew of each constraint and use of each node, before and after."""

from __future__ import annotations

from typing import Any

from tests.webui.clusters import PODS, node, pod, source
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


def test_the_figure_is_by_the_domains_that_are_asked_for(alice: Visitor) -> None:
    run_id, _ = overview(alice)
    by_zone = alice.get(f"/api/runs/{run_id}/figures/use?group=zone").json()
    assert [trace["x"] for trace in by_zone["data"]] == [[0.5, 0.5], [0.25, 0.0], [0.0, 0.0], [0.0, 0.0]]
    assert by_zone["layout"]["yaxis"]["ticktext"] == ["a", "b"]
    assert by_zone["layout"]["meta"]["summary"].startswith(
        "cpu: 0.1 % of a node on average before, 0.5 % after."
    )
    by_nothing = alice.get(f"/api/runs/{run_id}/figures/use?theme=dark").json()
    assert by_nothing["layout"]["yaxis"]["ticktext"] == ["node1", "node2"]
    missing = alice.get(f"/api/runs/{run_id}/figures/use?group=rack").json()
    assert missing["layout"]["yaxis"]["ticktext"] == ["–"]


def test_many_nodes_are_drawn_as_lines(alice: Visitor) -> None:
    text = source(*(node(f"node-{n:02d}") for n in range(30)), pod("web-0"))
    run_id, _ = overview(alice, text)
    drawn = alice.get(f"/api/runs/{run_id}/figures/use").json()
    assert {trace["type"] for trace in drawn["data"]} == {"scatter"}
    assert len(drawn["data"][0]["x"]) == 30
