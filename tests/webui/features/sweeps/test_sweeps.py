"""Sweeps over the API: starting, reading, opening a point; what is refused."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.webui.clusters import SPREAD
from tests.webui.conftest import Visitor, compute
from tests.webui.features.sweeps.deliveries import SEEDS, begin, deliver, shown, undisturbed, work
from webui.core.runs.models import Run
from webui.core.snapshots.models import Snapshot
from webui.core.snapshots.retire import retire_expired
from webui.features.sweeps.models import Piece
from webui.features.sweeps.pieces import tend


def test_anyone_with_the_link_runs_it_many_times(link: str, stranger: Visitor) -> None:
    begun = begin(stranger, link)
    assert (begun["status"], begun["points"], begun["evaluated"], begun["result"]) == ("queued", 40, 0, None)
    assert (begun["snapshot"], begun["snapshots"], begun["specification"]) == (link, [link], SEEDS)
    work(begun)
    answer = shown(stranger, begun)
    assert (answer["status"], answer["error"], answer["evaluated"]) == ("finished", None, 40)
    assert (answer["pieces"], answer["seconds_left"]) == (answer["pieces_done"], None)
    assert answer["result"] == undisturbed(link)
    assert not Piece.objects.exists()


def test_the_same_question_is_evaluated_once(link: str, alice: Visitor, stranger: Visitor) -> None:
    first = begin(alice, link)
    assert begin(stranger, link)["id"] == first["id"]
    work(first)
    assert begin(stranger, link)["id"] == first["id"]
    assert begin(stranger, link, {"kind": "seeds", "seeds": 41})["id"] != first["id"]


def test_a_picture_while_it_goes_on(link: str, alice: Visitor) -> None:
    begun = begin(alice, link)
    first, *_ = tend(uuid.UUID(begun["id"]), wait=True)
    deliver(first.pk)
    answer = shown(alice, begun)
    assert (answer["status"], answer["evaluated"], answer["result"]["evaluated"]) == ("running", 1, 1)
    assert answer["rate"] > 0
    assert answer["seconds_left"] == pytest.approx(39 / answer["rate"])


def test_nothing_is_sent_again_while_nothing_changes(link: str, alice: Visitor) -> None:
    begun = begin(alice, link)
    path = f"/api/sweeps/{begun['id']}"
    tag = alice.get(path)["ETag"]
    assert alice.get(path, if_none_match=tag).status_code == 304
    work(begun)
    assert alice.get(path, if_none_match=tag).status_code == 200


def test_a_point_opens_the_very_run(link: str, stranger: Visitor) -> None:
    begun = begin(stranger, link)
    answer = stranger.post(f"/api/sweeps/{begun['id']}/points/7/open")
    assert answer.status_code == 201, answer.content
    run = compute(answer.json()["id"])
    assert run.status == Run.Status.FINISHED
    assert run.snapshot.seed == 8
    assert stranger.post(f"/api/sweeps/{begun['id']}/points/40/open").status_code == 404


def test_the_table_is_csv(link: str, stranger: Visitor) -> None:
    begun = begin(stranger, link)
    assert stranger.get(f"/api/sweeps/{begun['id']}.csv").status_code == 409
    work(begun)
    answer = stranger.get(f"/api/sweeps/{begun['id']}.csv")
    assert answer["Content-Type"].startswith("text/csv")
    assert answer.content.decode().startswith(
        "kind,namespace,name,pods,node1,node2,pending\nPod,default,web-0,3,"
    )


def test_a_link_lists_its_sweeps_but_not_the_fleets_of_others(
    link: str, alice: Visitor, stranger: Visitor
) -> None:
    other = str(alice.run(alice.draft(SPREAD))["snapshot"])
    fleet = begin(alice, link, {"kind": "fleet", "version": "1.33", "seeds": 2}, snapshots=[other])
    single = begin(alice, link)
    path = f"/api/snapshots/{link}/sweeps"
    assert [sweep["id"] for sweep in alice.get(path).json()["sweeps"]] == [single["id"], fleet["id"]]
    assert [sweep["id"] for sweep in stranger.get(path).json()["sweeps"]] == [single["id"]]
    assert fleet["snapshots"] == [link, other]
    work(fleet)
    assert shown(alice, fleet)["status"] == "finished"
    assert alice.post(f"/api/sweeps/{fleet['id']}/points/3/open").status_code == 201


def test_a_point_whose_link_is_gone(link: str, alice: Visitor, stranger: Visitor) -> None:
    other = str(stranger.run(stranger.draft(SPREAD))["snapshot"])
    fleet = begin(alice, link, {"kind": "fleet", "version": "1.33", "seeds": 2}, snapshots=[other])
    work(fleet)
    last = f"/api/sweeps/{fleet['id']}/points/3/open"
    Snapshot.objects.filter(pk=other).update(expires=timezone.now() - timedelta(minutes=1))
    expired = alice.post(last)
    assert (expired.status_code, expired.json()["errors"][0]["path"]) == (410, "snapshot")
    stranger.delete(f"/api/snapshots/{other}")
    retire_expired()
    assert alice.post(last).status_code == 410
    first = alice.post(f"/api/sweeps/{fleet['id']}/points/0/open")
    assert first.status_code == 422
    assert f"the link {other} is gone" in first.json()["errors"][0]["message"]


GRID = {
    "kind": "weights",
    "x": {"setting": "weight/NodeResourcesFit", "values": [0, 1]},
    "y": {"setting": "NodeResourcesFit/scoringStrategy/type", "values": ["LeastAllocated", "MostAllocated"]},
    "seeds": 3,
}


@pytest.mark.parametrize(
    "specification",
    [
        GRID,
        {"kind": "versions", "versions": ["1.30", "1.36"], "seeds": 2},
        {"kind": "losses", "topology_keys": ["zone"], "pairs": False, "seeds": 2},
        {"kind": "capacity", "shapes": [{"name": "one", "node": "node1"}], "counts": [0, 2], "seeds": 2},
    ],
    ids=lambda specification: specification["kind"],
)
def test_sweeps_of_other_kinds(link: str, alice: Visitor, specification: dict[str, Any]) -> None:
    begun = begin(alice, link, specification)
    work(begun)
    assert shown(alice, begun)["result"] == undisturbed(link, specification)
    assert alice.get(f"/api/sweeps/{begun['id']}.csv").content.count(b"\n") > 2
    last = begun["points"] - 1
    run = compute(alice.post(f"/api/sweeps/{begun['id']}/points/{last}/open").json()["id"])
    assert run.status == Run.Status.FINISHED


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"sweep": {"kind": "seeds", "seeds": 0}}, "sweep.seeds"),
        ({"sweep": {"kind": "dice", "seeds": 1}}, "sweep.kind"),
        ({"sweep": {"kind": "seeds", "seeds": 10_000_000}}, "sweep.seeds"),
        ({"sweep": []}, "sweep"),
        ({"sweep": SEEDS, "snapshots": ["x"]}, "snapshot"),
    ],
)
def test_what_cannot_be_swept(link: str, alice: Visitor, body: object, path: str) -> None:
    answer = alice.post(f"/api/snapshots/{link}/sweeps", body)
    assert answer.status_code in (404, 422)
    assert answer.json()["errors"][0]["path"] == path


def test_only_a_fleet_has_several_links(link: str, alice: Visitor) -> None:
    other = str(alice.run(alice.draft(SPREAD))["snapshot"])
    fleet = {"kind": "fleet", "version": "1.33", "seeds": 2}
    for body in ({"sweep": SEEDS, "snapshots": [other]}, {"sweep": fleet, "snapshots": [other, other]}):
        answer = alice.post(f"/api/snapshots/{link}/sweeps", body)
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "snapshots")


def test_a_fleet_is_as_large_as_a_scenario_may_be(link: str, alice: Visitor, settings: Any) -> None:
    other = str(alice.run(alice.draft(SPREAD))["snapshot"])
    settings.SCENARIO_MAX_OBJECTS = 8
    fleet = {"kind": "fleet", "version": "1.33", "seeds": 2}
    answer = alice.post(f"/api/snapshots/{link}/sweeps", {"sweep": fleet, "snapshots": [other]})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "snapshots")
    assert "at most 8 nodes and pods together, got 9" in answer.json()["errors"][0]["message"]


def test_too_many_decisions_are_refused(link: str, alice: Visitor, settings: Any) -> None:
    settings.SWEEP_MAX_DECISIONS = 119
    answer = alice.post(f"/api/snapshots/{link}/sweeps", {"sweep": SEEDS})
    assert answer.status_code == 422
    assert "at most 119 decisions" in answer.json()["errors"][0]["message"]
    assert "got about 120" in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ((1, 9, 9), "your unfinished sweeps have reached the limit of 1"),
        ((9, 1, 9), "the unfinished sweeps from your address have reached the limit of 1"),
        ((9, 9, 1), "this server's unfinished sweeps have reached the limit of 1"),
    ],
)
def test_unfinished_sweeps_are_limited(
    link: str, alice: Visitor, settings: Any, limits: tuple[int, int, int], message: str
) -> None:
    settings.AT_ONCE = settings.AT_ONCE | {"sweeps": limits}
    begun = begin(alice, link)
    other = {"sweep": {"kind": "seeds", "seeds": 3}}
    answer = alice.post(f"/api/snapshots/{link}/sweeps", other)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) >= 10
    assert message in answer.json()["errors"][0]["message"]
    assert begin(alice, link)["id"] == begun["id"]
    work(begun)
    assert alice.post(f"/api/snapshots/{link}/sweeps", other).status_code == 202


def test_decisions_of_an_hour_are_limited(link: str, alice: Visitor, settings: Any) -> None:
    settings.QUOTAS = settings.QUOTAS | {"decisions": ("1/hour", "none")}
    begin(alice, link)
    answer = alice.post(f"/api/snapshots/{link}/sweeps", {"sweep": {"kind": "seeds", "seeds": 3}})
    assert answer.status_code == 429
    assert (
        "thousands of decisions in sweeps: the limit is 1 per hour" in answer.json()["errors"][0]["message"]
    )
