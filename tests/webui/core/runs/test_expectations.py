"""Expectations of a draft travel with its link and are held against its run; an event is held against a cycle."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.clusters import SPREAD, node, pod, source
from tests.webui.conftest import Visitor
from webui.core.runs.models import Run

# web-1 waits: zone a is ahead, and the node of zone b is too small.
WAITING = source(
    node("node1"),
    node("node2", zone="b", cpu="5m"),
    pod("web-0", on="node1"),
    pod("web-1", max_skew=1),
)
EXPECT = "---\nexpect:\n- {pod: web-1, pending: true}\n- {pod: web-1, node: node2, control: {without: nodeSelector}}\n"
MESSAGE = (
    "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't match pod topology spread constraints."
)


def expectations(visitor: Visitor, run: dict[str, Any]) -> list[dict[str, Any]]:
    answer = visitor.get(f"/api/runs/{run['id']}/expectations")
    assert answer.status_code == 200
    return list(answer.json()["expectations"])


def event(visitor: Visitor, run: dict[str, Any], message: object, cycle: int = 0) -> Any:
    return visitor.post(f"/api/runs/{run['id']}/cycles/{cycle}/event", {"message": message})


def test_whoever_has_the_link_sees_how_they_fared(alice: Visitor, stranger: Visitor) -> None:
    run = alice.run(alice.draft(WAITING + EXPECT))
    held, failed = expectations(stranger, run)
    assert (held["holds"], held["text"]) == (True, "web-1 Pending")
    assert (failed["holds"], failed["actual"]) == (False, "Pending")
    assert failed["where"] == {
        "pod": "default/web-1",
        "attempt": 1,
        "point": "Result",
        "plugin": None,
        "node": None,
    }
    copy = stranger.post(f"/api/snapshots/{run['snapshot']}/fork").json()
    assert "expect:" in copy["source"]
    assert [expectation["holds"] for expectation in expectations(stranger, stranger.run(copy))] == [
        True,
        False,
    ]


def test_they_are_part_of_the_snapshot_and_none_change_nothing(alice: Visitor) -> None:
    draft = alice.draft(WAITING)
    plain = alice.run(draft)
    assert expectations(alice, plain) == []
    alice.put(f"/api/scenarios/{draft['id']}", {"source": WAITING + EXPECT})
    expecting = alice.run(draft)
    assert expecting["snapshot"] != plain["snapshot"]
    alice.put(f"/api/scenarios/{draft['id']}", {"source": WAITING})
    assert alice.run(draft)["snapshot"] == plain["snapshot"]


def test_an_unfinished_run_has_none_yet(alice: Visitor) -> None:
    run = alice.run(alice.draft(WAITING + EXPECT))
    Run.objects.filter(pk=run["id"]).update(status=Run.Status.RUNNING)
    assert expectations(alice, run) == []


def test_an_unreadable_one_is_refused_with_its_line(alice: Visitor) -> None:
    broken = WAITING + "---\nexpect:\n- {pod: web-1}\n"
    answer = alice.post("/api/scenarios", {"title": "T", "source": broken})
    assert answer.status_code == 422
    [error] = answer.json()["errors"]
    assert (error["path"], error["line"]) == ("expect[0]", broken.count("\n"))


def test_an_event_agrees_or_differs_reason_by_reason(alice: Visitor, stranger: Visitor) -> None:
    run = alice.run(alice.draft(WAITING))
    agreed = event(stranger, run, f"Warning FailedScheduling pod/web-1 {MESSAGE}").json()
    assert agreed["agreed"]
    assert agreed["pod"] == "web-1"
    assert {row["plugin"]: row["nodes"] for row in agreed["clauses"]} == {
        "NodeResourcesFit": ["node2"],
        "PodTopologySpread": ["node1"],
    }
    differing = event(stranger, run, "0/2 nodes are available: 2 Insufficient cpu.").json()
    assert not differing["agreed"]
    assert [(row["theirs"], row["ours"]) for row in differing["clauses"]] == [(2, 1), (0, 1)]


def test_an_event_of_a_pod_that_is_placed_here_differs(alice: Visitor) -> None:
    run = alice.run(alice.draft(SPREAD))
    answer = event(alice, run, "0/2 nodes are available: 2 Insufficient cpu.").json()
    assert (answer["agreed"], answer["placed_on"]) == (False, "node2")


@pytest.mark.parametrize("message", ["", "no event", "x" * 20_001, 7, "a\0b"])
def test_what_is_no_event_is_refused(alice: Visitor, message: object) -> None:
    answer = event(alice, alice.run(alice.draft(WAITING)), message)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["path"] == "message"


def test_there_is_no_event_of_a_cycle_that_is_not(alice: Visitor) -> None:
    assert event(alice, alice.run(alice.draft(WAITING)), MESSAGE, cycle=9).status_code == 404
