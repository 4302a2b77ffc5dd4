from __future__ import annotations

import uuid
from typing import Any

import pytest

from scheduler_core import READABLE_FORMATS, RECORDING_FORMAT, Cycle
from tests.webui.clusters import many
from tests.webui.conftest import Visitor
from webui.core.runs import cycles, limits
from webui.core.runs.models import Run, RunEvent

NODE = """\
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}}
"""
POD = """\
---
apiVersion: v1
kind: Pod
metadata: {{name: {name}}}
spec: {{containers: [{{name: c, resources: {{requests: {{cpu: {cpu}}}}}}}]}}
"""


@pytest.fixture
def run(alice: Visitor) -> str:
    return str(alice.run(alice.draft())["id"])


def events(visitor: Visitor, run: str, after: int = 0) -> list[dict[str, Any]]:
    return list(visitor.get(f"/api/runs/{run}/events?after={after}").json()["events"])


def test_it_is_counted(stranger: Visitor, run: str) -> None:
    response = stranger.get(f"/api/runs/{run}").json()
    assert (
        response.items()
        >= {
            "id": run,
            "status": "finished",
            "cycles": 1,
            "pods": 1,
            "placed": 1,
            "pending": 0,
            "error": None,
            "kubernetes_version": "1.36",
            "seed": None,
        }.items()
    )
    assert response["events"] == len(events(stranger, run))


def test_events_are_told_from_any_number_on(stranger: Visitor, run: str) -> None:
    everything = events(stranger, run)
    assert [event["seq"] for event in everything] == list(range(1, len(everything) + 1))
    assert (everything[0]["kind"], everything[-1]["kind"]) == ("run.started", "run.finished")
    for after in range(len(everything) + 2):
        assert events(stranger, run, after) == everything[after:]


def test_long_logs_come_in_pages(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    run = str(alice.run(alice.draft(many(5)))["id"])
    everything = events(alice, run)
    monkeypatch.setattr(limits, "PAGE_EVENTS", 7)
    collected: list[dict[str, Any]] = []
    while page := events(alice, run, len(collected)):
        assert len(page) <= 7
        collected += page
    assert collected == everything


def test_a_cycle_is_told_in_the_vectors_keys(stranger: Visitor, run: str) -> None:
    trace = stranger.get(f"/api/runs/{run}/cycles/0").json()
    assert (trace["pod"], trace["selected"]) == ("default/web-1", "node2")
    assert trace["filter"]["node1"]["first"] == "PodTopologySpread"
    view = stranger.get(f"/api/runs/{run}/cycles/0/view").json()
    assert view["trace"] == trace
    assert view["spread"]["filter"][0]["domains"][0] | {"pods": []} == {
        "value": "a",
        "count": 1,
        "nodes": ["node1"],
        "skew": 2,
        "headroom": -1,
        "fits": False,
        "pods": [],
    }
    cluster = stranger.get(f"/api/runs/{run}/cluster").json()
    assert set(cluster["nodes"]["names"]) == {"node1", "node2"}


def test_every_cycle_is_recomputed_with_what_came_before(alice: Visitor) -> None:
    run = str(alice.run(alice.draft(many(7, nodes=5)))["id"])
    finished = [event for event in events(alice, run) if event["kind"] == "cycle.finished"]
    for n in reversed(range(7)):
        trace = alice.get(f"/api/runs/{run}/cycles/{n}").json()
        assert (trace["pod"], trace["selected"]) == (finished[n]["pod"], finished[n]["node"])


def test_why_not_this_node(stranger: Visitor, run: str) -> None:
    query = "point=Filter&plugin=PodTopologySpread&node=node1"
    response = stranger.get(f"/api/runs/{run}/cycles/0/explain?{query}").json()
    (step,) = response["steps"]
    assert (step["matching"], step["self_match"], step["minimum"], step["skew"], step["max_skew"]) == (
        *(1, 1, 0, 2, 1),
    )


@pytest.mark.parametrize(
    "path",
    ["cluster", "pods", "cycles/0", "cycles/0/view", "cycles/0/figures/skew-0", "cycles/0/figures/totals"],
)
def test_what_is_over_is_kept_by_the_browser(stranger: Visitor, run: str, path: str) -> None:
    first = stranger.get(f"/api/runs/{run}/{path}")
    assert first.status_code == 200
    assert "max-age=" in first["Cache-Control"]
    assert "private" in first["Cache-Control"]
    again = stranger.get(f"/api/runs/{run}/{path}", if_none_match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert stranger.get(f"/api/runs/{run}/{path}", if_none_match='"other"').status_code == 200


def test_the_pods_are_told_with_the_nodes_that_they_ended_on(stranger: Visitor, alice: Visitor) -> None:
    run = alice.run(alice.draft(many(3)))
    log = events(stranger, run["id"])
    ends = {event["pod"]: event["node"] for event in log if event["kind"] == "cycle.finished"}
    rows = stranger.get(f"/api/runs/{run['id']}/pods").json()["pods"]
    assert [(placement["pod"], placement["node"]) for placement in rows] == list(ends.items())


def test_of_many_pods_the_pending_ones_are_told_first(
    stranger: Visitor, alice: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cycles, "MOST_PODS", 2)
    too_large = NODE + "".join(POD.format(name=f"p{i}", cpu=1 if i < 3 else 99) for i in range(4))
    run = alice.run(alice.draft(too_large))
    answer = stranger.get(f"/api/runs/{run['id']}/pods").json()
    assert answer == {
        "pods": [{"pod": "default/p3", "node": None}, {"pod": "default/p0", "node": "n1"}],
        "left_out": 2,
    }


def test_the_state_of_a_run_is_not_kept(stranger: Visitor, run: str) -> None:
    for path in (f"/api/runs/{run}", f"/api/runs/{run}/events"):
        assert "max-age" not in stranger.get(path).headers.get("Cache-Control", "")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("cycles/1", 404),
        ("cycles/99999999999999999999", 404),
        ("cycles/" + "9" * 5000, 404),
        ("cycles/-1", 404),
        ("cycles/x", 404),
        ("cycles/1/view", 404),
        ("cycles/0/figures/nothing", 404),
        ("cycles/0/figures/skew-1", 404),
        ("cycles/0/figures/skew--1", 404),
        ("cycles/0/figures/skew-٣", 404),
        ("cycles/0/figures/skew-score-0", 404),
        ("cycles/0/figures/affinity", 404),
        ("cycles/0/figures/totals?theme=pink", 422),
        ("cycles/0/figures/heatmap?kind=x", 422),
        ("cycles/0/explain", 422),
        ("cycles/0/explain?point=Bind&plugin=DefaultBinder&node=node1", 422),
        ("cycles/0/explain?point=Filter&plugin=Nothing&node=node1", 404),
        ("cycles/0/explain?point=Filter&plugin=NodeName&node=nowhere", 404),
        ("cycles/0/explain?point=Score&plugin=NodeName&node=node1", 404),
        ("events?after=-1", 422),
        ("events?after=x", 422),
        ("events?after=99999999999999999999999", 422),
        ("events?after=9007199254740991", 200),
    ],
)
def test_what_does_not_exist_is_said_to(stranger: Visitor, run: str, path: str, status: int) -> None:
    answer = stranger.get(f"/api/runs/{run}/{path}")
    assert answer.status_code == status
    if status != 200:
        assert answer.json()["errors"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["", "/events", "/cluster", "/cycles/0", "/cycles/0/view"])
def test_an_unknown_run_is_not_found(path: str) -> None:
    assert Visitor().get(f"/api/runs/{uuid.uuid4()}{path}").status_code == 404
    assert Visitor().get(f"/api/runs/none{path}").status_code == 404


def test_a_log_of_another_engine_is_said_to_be_one(stranger: Visitor, run: str) -> None:
    RunEvent.objects.filter(kind="cycle.finished").update(payload={"kind": "cycle.finished"})
    Run.objects.update(engine="another")
    answer = stranger.get(f"/api/runs/{run}/cycles/0")
    assert answer.status_code == 409
    assert "run the scenario again" in answer.json()["errors"][0]["message"]


def test_the_format_of_a_log_is_kept_with_it(run: str) -> None:
    assert Run.objects.get(pk=run).engine == str(RECORDING_FORMAT)


def test_a_log_from_before_formats_had_numbers_is_read(stranger: Visitor, run: str) -> None:
    Run.objects.update(engine="4ca360cc078515a5")
    assert stranger.get(f"/api/runs/{run}/cycles/0").json()["selected"] == "node2"
    assert stranger.get(f"/api/runs/{run}/overview").status_code == 200


def test_a_log_of_a_format_that_is_not_known_is_not_tried(stranger: Visitor, run: str) -> None:
    Run.objects.update(engine=str(max(READABLE_FORMATS) + 1))
    for path in ("cycles/0", "cycles/0/view", "overview", "cluster", "expectations"):
        assert stranger.get(f"/api/runs/{run}/{path}").status_code == 409, path


@pytest.mark.parametrize("engine", [str(RECORDING_FORMAT), "4ca360cc078515a5"])
def test_a_fault_of_the_engine_is_no_log_of_another(
    stranger: Visitor, run: str, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Run.objects.update(engine=engine)
    monkeypatch.setattr(Cycle, "trace", property())
    with pytest.raises(AttributeError):
        stranger.get(f"/api/runs/{run}/cycles/0/view")
