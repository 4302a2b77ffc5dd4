"""Plays over the API, their page, and the page as a file."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.builders import make_deployment
from tests.webui.clusters import WEB, node, source
from tests.webui.conftest import Visitor, claimed, compute
from webui.core.jobs.kinds import perform
from webui.core.runs.models import Run
from webui.core.snapshots.models import Snapshot
from webui.features.daytwo.models import Play

STEPS = "steps:\n- drain: node1\n"
CLUSTER = source(node("node1"), node("node2", zone="b"), WEB % 2)
ROLLOUT = [{"rollout": "web", "image": "web:2"}]
LARGE = make_deployment("large", 1_000_000)


@pytest.fixture
def link(alice: Visitor) -> str:
    return str(alice.run(alice.draft(CLUSTER))["snapshot"])


def begin(visitor: Visitor, link: str, **question: Any) -> dict[str, Any]:
    return visitor.begin(f"/api/snapshots/{link}/plays", {"steps": ROLLOUT, **question})


def play(begun: dict[str, Any]) -> None:
    perform(claimed(Play, begun))


def finished(visitor: Visitor, link: str, **question: Any) -> dict[str, Any]:
    begun = begin(visitor, link, **question)
    play(begun)
    return dict(visitor.get(f"/api/plays/{begun['id']}").json())


def test_anyone_with_the_link_plays_steps(link: str, stranger: Visitor) -> None:
    begun = begin(stranger, link)
    assert (begun["status"], begun["timeline"], begun["steps"]) == ("queued", None, ROLLOUT)
    play(begun)
    answer = stranger.get(f"/api/plays/{begun['id']}").json()
    assert (answer["status"], answer["error"], answer["snapshot"]) == ("finished", None, link)
    timeline = answer["timeline"]
    assert [action["kind"] for action in timeline["actions"]] == ["start", "rollout"]
    placed = [moment for moment in timeline["moments"] if moment["kind"] == "pod-placed"]
    assert len(placed) == 4
    assert list(answer["constraints"]) == ["Deployment default/web"]
    assert len(answer["descheduling"]["descheduling"]) == 2


def test_an_answer_of_a_former_version_has_no_descheduling(link: str, stranger: Visitor) -> None:
    begun = finished(stranger, link)
    stored = Play.objects.get(pk=begun["id"])
    assert stored.answer is not None
    del stored.answer["descheduling"]
    stored.save()
    answer = stranger.get(f"/api/plays/{begun['id']}").json()
    assert (answer["descheduling"], answer["timeline"]) == (None, begun["timeline"])


def test_without_steps_those_of_the_scenario_are_played(alice: Visitor) -> None:
    link = alice.run(alice.draft(source(CLUSTER, STEPS)))["snapshot"]
    assert begin(alice, link, steps=None)["steps"] == [{"drain": "node1"}]
    assert begin(alice, link, steps=[])["steps"] == []


def test_the_same_question_is_played_once(link: str, stranger: Visitor) -> None:
    first = finished(stranger, link)
    assert begin(stranger, link)["id"] == first["id"]
    assert begin(stranger, link, seed=3)["id"] != first["id"]
    assert begin(stranger, link, steps=[])["id"] != first["id"]


def test_a_seed_decides_all(link: str, stranger: Visitor) -> None:
    first = finished(stranger, link, seed=7)["timeline"]
    Play.objects.all().delete()
    assert finished(stranger, link, seed=7)["timeline"] == first
    assert finished(stranger, link, seed=8)["timeline"] != first


def test_many_seeds_are_counted_by_how_they_end(link: str, stranger: Visitor) -> None:
    answer = finished(stranger, link, seeds=6)
    assert (answer["timeline"], answer["done"]) == (None, 6)
    states = answer["end_states"]
    assert sum(end["seeds"] for end in states["ends"]) == states["seeds"] == 6
    first = states["ends"][0]
    timeline = finished(stranger, link, seed=first["first_seed"])["timeline"]
    last = [stay for stay in timeline["stays"] if stay["gone"] is None]
    assert len(last) == sum(first["counts"]["Deployment default/web"])


@pytest.mark.parametrize(
    "steps", [[{"rollout": 3}], [{"fly": "web"}], [{"drain": "a", "cordon": "b"}], {}, [1]]
)
def test_steps_that_cannot_be_read(link: str, alice: Visitor, steps: object) -> None:
    answer = alice.post(f"/api/snapshots/{link}/plays", {"steps": steps})
    assert answer.status_code == 422
    assert "steps" in answer.json()["errors"][0]["path"]


def test_what_a_step_names_must_be_there(link: str, alice: Visitor) -> None:
    failed = finished(alice, link, steps=[{"drain": "nowhere"}])
    assert failed["status"] == "failed"
    assert "must name a node of the cluster, nowhere is none" in failed["error"]


def test_a_moment_opens_as_it_is(link: str, stranger: Visitor) -> None:
    answer = finished(stranger, link)
    moments = answer["timeline"]["moments"]
    cycle = next(m for m in moments if m["kind"] == "pod-placed" and m["action"] == 1)
    opened = stranger.post(f"/api/plays/{answer['id']}/moments/{cycle['number']}/open")
    assert opened.status_code == 201, opened.content
    snapshot = Snapshot.objects.get(pk=opened.json()["snapshot"])
    assert (snapshot.seed, snapshot.original_id) == (cycle["seed"], link)
    compute(opened.json()["id"])
    events = stranger.get(f"/api/runs/{opened.json()['id']}/events").json()["events"]
    decided = next(event for event in events if event["kind"] == "cycle.finished")
    assert (decided["pod"], decided["node"]) == (cycle["pod"], cycle["node"])


def test_moments_that_cannot_be_opened(link: str, stranger: Visitor) -> None:
    begun = begin(stranger, link)
    assert stranger.post(f"/api/plays/{begun['id']}/moments/0/open").status_code == 409
    play(begun)
    assert stranger.post(f"/api/plays/{begun['id']}/moments/999/open").status_code == 404
    assert Run.objects.count() == 1


def test_a_link_that_is_gone_takes_its_plays_along(link: str, alice: Visitor, stranger: Visitor) -> None:
    begun = begin(stranger, link)
    alice.delete(f"/api/snapshots/{link}")
    assert stranger.get(f"/api/plays/{begun['id']}").status_code == 404
    assert stranger.post(f"/api/snapshots/{link}/plays", {}).status_code == 410
    assert stranger.get(f"/x/{link}/day-two/").status_code == 410


def test_a_text_of_steps_is_read(stranger: Visitor) -> None:
    answer = stranger.post("/api/steps", {"source": "steps:\n- wait: 5\n---\nsteps:\n- {drain: a}\n"})
    assert answer.json() == {"steps": [{"wait": 5}, {"drain": "a"}]}
    refused = stranger.post("/api/steps", {"source": "steps:\n- wait: long\n"})
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "steps[0].wait")


def test_the_pages_say_what_they_are_of(link: str, alice: Visitor, stranger: Visitor) -> None:
    answer = stranger.get(f"/x/{link}/day-two/")
    assert (answer.status_code, answer["X-Robots-Tag"]) == (200, "noindex")
    assert answer.context["boot"]["snapshot"] == link
    draft = alice.get("/api/scenarios").json()[0]["id"]
    boot = alice.get(f"/w/{draft}/day-two/").context["boot"]
    assert (boot["draft"], boot["snapshot"], boot["back"]) == (draft, link, f"/w/{draft}/")
    assert stranger.get(f"/w/{draft}/day-two/").status_code == 404


def test_the_file_has_its_plays_and_no_others(link: str, alice: Visitor, stranger: Visitor) -> None:
    played = finished(stranger, link)["id"]
    begun = begin(stranger, link, seed=2)["id"]
    address = f"/x/{link}/day-two/offline/?at=3&of_play="
    page = stranger.get(address + played)
    text = page.content.decode()
    assert (page.status_code, "sandbox" in page["Content-Security-Policy"]) == (200, True)
    assert f"/plays/{played}" in text and "day-two/?at=3" in text
    assert not re.search(r'<(script|link)[^>]+(src|href)="/', text)
    assert stranger.get(address + begun).status_code == 404
    assert stranger.get(f"{address}x").status_code == 404
    other = alice.run(alice.draft(source(node("node1"))))["snapshot"]
    assert stranger.get(f"/x/{other}/day-two/offline/?of_play={played}").status_code == 404


@pytest.mark.parametrize("seeds", [0, 1000])
def test_a_play_that_is_cancelled_stops_where_it_is(
    alice: Visitor, link: str, seeds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its worker asks before each moment and cycle, at least once a second; here each time."""
    monkeypatch.setattr("webui.core.jobs.execute.LOOKS", 0.0)
    begun = begin(alice, link, seeds=seeds)
    work = claimed(Play, begun)
    assert alice.post(f"/api/plays/{begun['id']}/cancel").json()["status"] == "cancelled"
    perform(work)
    assert work.status == Play.Status.CANCELLED
    answer = alice.get(f"/api/plays/{begun['id']}").json()
    assert (answer["status"], answer["timeline"], answer["done"]) == ("cancelled", None, 0)


@pytest.mark.parametrize("step", [{"apply": LARGE}, {"scale": "web", "replicas": 1_000_000}])
def test_steps_that_ask_for_a_million_pods_are_refused_with_the_bound(
    alice: Visitor, link: str, step: dict[str, Any]
) -> None:
    answer = alice.post(f"/api/snapshots/{link}/plays", {"steps": [step]})
    error = answer.json()["errors"][0]["message"] if answer.status_code == 422 else ""
    if not error:
        play(answer.json())
        error = alice.get(f"/api/plays/{answer.json()['id']}").json()["error"]
    assert "10,000" in error or "10000" in error
