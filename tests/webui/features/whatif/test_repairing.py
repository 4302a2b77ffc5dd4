"""What it would take to place a pod, asked over the API: the answer as it grows, Try, copies, and cancelling."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from tests.scheduler_core.advice.explanation.test_explanation import VALIDATOR
from tests.webui.clusters import node, pod, source
from tests.webui.conftest import Visitor, claimed, compute
from webui.core.jobs.kinds import claim_next, perform
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Snapshot
from webui.features.whatif.models import Inquiry

CORDONED = source(node("n1"), pod("p")).replace("kind: Node", "kind: Node\nspec: {unschedulable: true}")


@pytest.fixture
def run(alice: Visitor) -> dict[str, Any]:
    return alice.run(alice.draft(CORDONED))


def ask(visitor: Visitor, run: dict[str, Any], **question: Any) -> dict[str, Any]:
    return visitor.begin(f"/api/runs/{run['id']}/inquiries", {"pod": "default/p", **question})


def answered(visitor: Visitor, inquiry: dict[str, Any]) -> dict[str, Any]:
    perform(claimed(Inquiry, inquiry))
    return dict(visitor.get(f"/api/inquiries/{inquiry['id']}").json())


def test_the_answer_has_verified_repairs(stranger: Visitor, run: dict[str, Any]) -> None:
    inquiry = ask(stranger, run)
    assert (inquiry["status"], inquiry["answer"]) == ("queued", None)
    answer = answered(stranger, inquiry)
    assert answer["status"] == "finished"
    assert answer["answer"]["pod"] == "default/p"
    best = answer["answer"]["repairs"][0]
    assert best["verified"]
    assert best["node"] == "n1"


def test_the_open_form_has_the_repairs_once_they_are_found(stranger: Visitor, run: dict[str, Any]) -> None:
    address = f"/api/runs/{run['id']}/explanation?pod=default/p"
    before = stranger.get(address).json()
    assert before["reasons"][0]["code"] == "NodeUnschedulable"
    assert before["repairs"] is None
    answered(stranger, ask(stranger, run))
    after = stranger.get(address).json()
    assert after["repairs"]["found"][0]["verified"]["run"]
    VALIDATOR.validate(after)


def test_the_open_form_of_an_unknown_pod_is_refused(stranger: Visitor, run: dict[str, Any]) -> None:
    refused = stranger.get(f"/api/runs/{run['id']}/explanation?pod=default/x")
    assert refused.status_code == 422
    assert "is not in the input" in refused.json()["errors"][0]["message"]


def test_a_node_that_is_asked_for_is_the_target(alice: Visitor) -> None:
    run = alice.run(alice.draft(source(node("n1"), node("n2"), pod("p"))))
    answer = answered(alice, ask(alice, run))["answer"]
    assert answer["target"] is None
    placed = answer["placed"]
    other = {"n1": "n2", "n2": "n1"}[placed]
    answer = answered(alice, ask(alice, run, node=other))["answer"]
    assert answer["target"] == other
    assert {repair["node"] for repair in answer["repairs"]} == {other}


def test_the_same_question_has_one_answer(alice: Visitor, stranger: Visitor, run: dict[str, Any]) -> None:
    first = ask(alice, run)
    assert ask(stranger, run)["id"] == first["id"]
    assert ask(stranger, run, costs={"label": 5})["id"] == first["id"]  # as it costs anyhow
    assert ask(stranger, run, costs={"label": 1000})["id"] != first["id"]


def test_costs_decide_the_order_of_what_is_as_risky(alice: Visitor) -> None:
    """A label of the node is as safe as another selector."""
    source_text = source(node("n1"), pod("p")).replace("spec:\n", "spec:\n  nodeSelector: {disk: ssd}\n")
    run = alice.run(alice.draft(source_text))
    cheap = answered(alice, ask(alice, run))["answer"]["repairs"]
    assert [repair["atoms"][0]["kind"] for repair in cheap if repair["risk"] == "safe"] == [
        "manifest",
        "label",
    ]
    dear = answered(alice, ask(alice, run, costs={"manifest": 1000}))["answer"]["repairs"]
    assert [repair["atoms"][0]["kind"] for repair in dear if repair["risk"] == "safe"] == [
        "label",
        "manifest",
    ]


def tried(visitor: Visitor, trial: dict[str, Any]) -> dict[str, Any]:
    perform(claimed(Inquiry, trial))
    return dict(visitor.get(f"/api/trials/{trial['id']}").json())


def test_a_repair_is_tried_and_nothing_is_stored(stranger: Visitor, run: dict[str, Any]) -> None:
    inquiry = ask(stranger, run)
    answered(stranger, inquiry)
    before = Snapshot.objects.count(), Scenario.objects.count()
    begun = stranger.begin(f"/api/inquiries/{inquiry['id']}/repairs/1/try")
    assert (begun["status"], begun["answer"]) == ("queued", None)
    trial = tried(stranger, begun)
    assert (trial["status"], trial["run"]) == ("finished", run["id"])
    assert (trial["answer"]["placed"], trial["answer"]["pods"], trial["answer"]["before"]) == (1, 1, 0)
    assert trial["answer"]["end"]["causes"]["pending"] == 0
    assert (Snapshot.objects.count(), Scenario.objects.count()) == before
    assert stranger.post(f"/api/inquiries/{inquiry['id']}/repairs/99/try").status_code == 404
    assert stranger.get(f"/api/trials/{inquiry['id']}").status_code == 404


def test_the_same_try_is_made_once(alice: Visitor, stranger: Visitor, run: dict[str, Any]) -> None:
    inquiry = ask(alice, run)
    answered(alice, inquiry)
    path = f"/api/inquiries/{inquiry['id']}/repairs/1/try"
    assert alice.post(path).json()["id"] == stranger.post(path).json()["id"]


def test_a_repair_is_tried_by_its_changes_where_the_search_has_moved_it(
    alice: Visitor, run: dict[str, Any]
) -> None:
    inquiry = ask(alice, run)
    repairs = answered(alice, inquiry)["answer"]["repairs"]
    path = f"/api/inquiries/{inquiry['id']}/repairs"
    second = alice.post(f"{path}/2/try").json()["id"]
    assert alice.post(f"{path}/1/try", {"changes": repairs[1]["changes"]}).json()["id"] == second
    assert alice.post(f"{path}/1/try", {"changes": ["none of them"]}).status_code == 404


def test_a_trial_comes_before_the_searches_of_the_same_person(alice: Visitor, run: dict[str, Any]) -> None:
    inquiry = ask(alice, run)
    answered(alice, inquiry)
    searches = [ask(alice, run, costs={"label": cost}) for cost in (100, 200)]
    trial = alice.post(f"/api/inquiries/{inquiry['id']}/repairs/1/try").json()
    claimed = claim_next(UUID(searches[0]["id"]), owner="a message")
    assert claimed is not None
    assert str(claimed.pk) == trial["id"]


def test_a_copy_of_what_was_tried_is_a_link(alice: Visitor, stranger: Visitor, run: dict[str, Any]) -> None:
    inquiry = ask(stranger, run)
    answered(stranger, inquiry)
    trial = stranger.post(f"/api/inquiries/{inquiry['id']}/repairs/1/try").json()
    made = stranger.post(f"/api/trials/{trial['id']}/copy")
    assert made.status_code == 201, made.content
    copy = made.json()
    assert compute(copy["run"]).placed == 1
    assert copy["compare"] == f"/x/{run['snapshot']}..{copy['snapshot']}/"
    assert stranger.get(copy["compare"]).status_code == 200
    assert alice.get(f"/x/{copy['snapshot']}/answer/").status_code == 200
    assert stranger.get(f"/api/scenarios/{copy['scenario']}").status_code == 200
    assert alice.get(f"/api/scenarios/{copy['scenario']}").status_code == 404


def test_a_change_of_an_explanation_is_tried(alice: Visitor, stranger: Visitor) -> None:
    tainted = source(node("n1"), pod("p")).replace(
        "kind: Node", "kind: Node\nspec: {taints: [{key: x, effect: NoSchedule}]}"
    )
    run = alice.run(alice.draft(tainted))
    path, change = f"/api/runs/{run['id']}/changes/try", {"kind": "toleration", "taints": ["x:NoSchedule"]}
    begun = stranger.begin(path, {"pod": "default/p", "change": change})
    assert tried(stranger, begun)["answer"]["placed"] == 1
    copy = stranger.post(f"/api/trials/{begun['id']}/copy").json()
    assert copy["compare"] == f"/x/{run['snapshot']}..{copy['snapshot']}/"
    for refused in ({"kind": "pods", "constraint": 0, "added": []}, {"kind": "magic"}):
        assert stranger.post(path, {"pod": "default/p", "change": refused}).status_code == 422


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ({"costs": {"magic": 1}}, "costs"),
        ({"costs": {"label": -1}}, "costs.label"),
        ({"pod": "x" * 600}, "pod"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(
    alice: Visitor, run: dict[str, Any], question: dict[str, Any], path: str
) -> None:
    answer = alice.post(f"/api/runs/{run['id']}/inquiries", {"pod": "default/p", **question})
    assert answer.status_code == 422
    assert path in answer.json()["errors"][0]["path"]


def test_a_pod_that_is_not_there_ends_with_a_reason(alice: Visitor, run: dict[str, Any]) -> None:
    answer = answered(alice, ask(alice, run, pod="default/nobody"))
    assert answer["status"] == "failed"
    assert "is not in the input" in answer["error"]


def test_the_pages_open(alice: Visitor, stranger: Visitor) -> None:
    draft = alice.draft(CORDONED)
    run = alice.run(draft)
    assert alice.get(f"/w/{draft['id']}/repairs/").status_code == 200
    assert stranger.get(f"/w/{draft['id']}/repairs/").status_code == 404
    assert stranger.get(f"/x/{run['snapshot']}/repairs/").status_code == 200


@pytest.mark.parametrize("question", ["run", "more", "drop"])
def test_the_pages_about_the_whole_cluster_open(alice: Visitor, stranger: Visitor, question: str) -> None:
    draft = alice.draft(CORDONED)
    run = alice.run(draft)
    assert stranger.get(f"/w/{draft['id']}/repairs/{question}/").status_code == 404
    page = stranger.get(f"/x/{run['snapshot']}/repairs/{question}/").content.decode()
    assert (
        f'href="/x/{run["snapshot"]}/repairs/{question}/" data-question="{question}" aria-current="page"'
        in page
    )
    assert f'href="/x/{run["snapshot"]}/answer/"' in page
