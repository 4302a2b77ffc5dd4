"""What places most pods, how many more fit, and which nodes could go, asked over the API."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.clusters import node, pod, source
from tests.webui.conftest import Visitor, claimed
from webui.core.jobs import execute as execution
from webui.core.jobs.kinds import perform
from webui.features.whatif.models import Inquiry

CORDONED = source(node("n1"), pod("p"), pod("q")).replace(
    "kind: Node", "kind: Node\nspec: {unschedulable: true}"
)
SMALL = {"pod": "default/p", "times": 1}
TEMPLATE = "{apiVersion: v1, kind: Pod, metadata: {name: new}, spec: {containers: [{name: c}]}}"


def ask(visitor: Visitor, run: dict[str, Any], kind: str, **question: Any) -> dict[str, Any]:
    return visitor.begin(f"/api/runs/{run['id']}/cluster-inquiries", {"kind": kind, **question})


def answered(visitor: Visitor, inquiry: dict[str, Any]) -> dict[str, Any]:
    perform(claimed(Inquiry, inquiry))
    return dict(visitor.get(f"/api/cluster-inquiries/{inquiry['id']}").json())


@pytest.fixture
def cordoned(alice: Visitor) -> dict[str, Any]:
    return alice.run(alice.draft(CORDONED))


@pytest.fixture
def run(alice: Visitor) -> dict[str, Any]:
    return alice.run(alice.draft(source(node("n1"), node("n2"), pod("p"))))


def test_one_change_for_the_whole_run_can_be_tried(alice: Visitor, cordoned: dict[str, Any]) -> None:
    inquiry = ask(alice, cordoned, "run")
    assert (inquiry["status"], inquiry["whole_run"]) == ("queued", None)
    answer = answered(alice, inquiry)
    assert (answer["status"], answer["capacity"], answer["removal"]) == ("finished", None, None)
    assert answer["whole_run"]["pending"] == 2
    assert answer["whole_run"]["repairs"][0]["placed"] == 2
    alice.begin(f"/api/inquiries/{inquiry['id']}/repairs/1/try")


def test_copies_of_a_mix_and_of_a_template_are_counted(stranger: Visitor, run: dict[str, Any]) -> None:
    inquiry = ask(stranger, run, "capacity", mix=[SMALL], template=TEMPLATE, count=6)
    answer = answered(stranger, inquiry)["capacity"]
    assert [entry["pod"] for entry in answer["mix"]] == ["default/p", "default/new"]
    assert (answer["capacity"]["by_pod"], answer["nodes_to_add"]) == ({"default/p": 3, "default/new": 3}, [])


def test_nodes_that_could_go(stranger: Visitor, run: dict[str, Any]) -> None:
    answer = answered(stranger, ask(stranger, run, "removal"))["removal"]
    assert {node["node"] for node in answer["nodes"]} == {"n1", "n2"}
    assert len(answer["together"]) == 1


def test_each_question_has_one_answer(alice: Visitor, stranger: Visitor, run: dict[str, Any]) -> None:
    ids = {
        ask(visitor, run, *kind, **question)["id"]
        for visitor in (alice, stranger)
        for kind, question in (
            (["run"], {}),
            (["removal"], {}),
            (["capacity"], {"mix": [SMALL]}),
            (["capacity"], {"mix": [SMALL], "count": 3}),
            (["capacity"], {"mix": [{**SMALL, "times": 2}]}),
        )
    }
    assert len(ids) == 5


def test_what_was_found_stays_when_it_is_cancelled(
    alice: Visitor, run: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is cancelled while the worker is at work, which looks after each step here."""
    monkeypatch.setattr(execution, "SAVED_EVERY", -1)
    inquiry = ask(alice, run, "removal")
    work = claimed(Inquiry, inquiry)
    work.answer = {"nodes": [], "together": [], "searching": True, "done": 1, "total": 4}
    assert alice.post(f"/api/cluster-inquiries/{inquiry['id']}/cancel").json()["status"] == "cancelled"
    perform(work)
    left = alice.get(f"/api/cluster-inquiries/{inquiry['id']}").json()
    assert (left["status"], left["removal"]["searching"]) == ("cancelled", True)
    assert ask(alice, run, "removal")["id"] != inquiry["id"]


def test_a_template_without_pods_is_said(alice: Visitor, run: dict[str, Any]) -> None:
    answer = answered(alice, ask(alice, run, "capacity", template=TEMPLATE.replace("Pod", "ConfigMap")))
    assert answer["status"] == "failed"
    assert answer["error"].startswith("The question cannot be answered: template")


@pytest.mark.parametrize(
    "question", [{"kind": "capacity"}, {"kind": "run", "costs": {"none": 1}}, {"kind": "pod"}]
)
def test_wrong_questions_are_refused(alice: Visitor, run: dict[str, Any], question: dict[str, Any]) -> None:
    assert alice.post(f"/api/runs/{run['id']}/cluster-inquiries", question).status_code == 422


def test_an_inquiry_is_found_among_those_of_its_kind(alice: Visitor, run: dict[str, Any]) -> None:
    inquiry = ask(alice, run, "removal")
    assert alice.get(f"/api/inquiries/{inquiry['id']}").status_code == 404
    assert alice.post(f"/api/inquiries/{inquiry['id']}/repairs/1/try").status_code == 404
