"""Placing the pods of a run by hand: what is allowed and what would have won is the engine's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.conftest import Visitor
from webui.core.runs.models import Run
from webui.core.runs.start import reusable_run
from webui.core.snapshots.models import Snapshot
from webui.features.byhand import board
from webui.features.learn.steps import by_hand


@pytest.fixture
def run(db: None) -> Run:
    snapshot = Snapshot.objects.get(pk=by_hand().split("/")[2])
    reusable = reusable_run(snapshot)
    assert reusable is not None
    return reusable


def placed(visitor: Visitor, run: Run, on: str = "") -> dict[str, Any]:
    answer = visitor.get(f"/api/runs/{run.pk}/by-hand?on={on}")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def nodes_of(answer: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {node["name"]: node for node in answer["nodes"]}


def test_the_queue_is_the_run_s_and_the_first_pod_is_in_hand(stranger: Visitor, run: Run) -> None:
    answer = placed(stranger, run)
    assert [pod["pod"] for pod in answer["pods"]][:2] == ["default/web-1", "default/web-2"]
    assert len(answer["pods"]) == 7
    assert answer["pod"] == "default/web-1"
    assert answer["best"] == answer["pods"][0]["scheduler"]


def test_a_rule_that_forbids_says_so_with_its_operands(stranger: Visitor, run: Run) -> None:
    answer = nodes_of(placed(stranger, run, "a1"))
    spread = answer["a2"]["steps"][0]
    assert answer["a2"]["plugin"] == "PodTopologySpread"
    assert [spread[key] for key in ("matching", "self_match", "minimum", "skew", "max_skew")] == [
        1,
        1,
        0,
        2,
        1,
    ]
    assert answer["b2"]["plugin"] == "TaintToleration"
    assert answer["c1"]["fits"]
    assert answer["c1"]["total"] < answer["c2"]["total"]


def test_a_legal_choice_stands_beside_what_the_scheduler_would_have_chosen_then(
    stranger: Visitor, run: Run
) -> None:
    answer = placed(stranger, run, "a2,c1")
    assert [(choice["node"], choice["best"]) for choice in answer["chosen"]] == [("a2", "a1"), ("c1", "c2")]
    assert all(choice["total"] < choice["best_total"] for choice in answer["chosen"])
    assert "default/web-2" in nodes_of(answer)["c1"]["pods"]


def test_a_pod_may_be_left_waiting_and_the_end_has_no_pod_in_hand(stranger: Visitor, run: Run) -> None:
    answer = placed(stranger, run, ",,,,,a1,")
    assert answer["pod"] == ""
    assert [choice["node"] for choice in answer["chosen"]] == [None, None, None, None, None, "a1", None]
    assert nodes_of(answer)["a1"]["pods"] == ["default/api-1"]


@pytest.mark.parametrize(
    ("on", "message"),
    [
        ("b2", "default/web-1 does not fit on b2"),
        ("d1", "default/web-1 does not fit on d1"),
        (",,,,,,,", "has more nodes (8) than pods (7)"),
    ],
)
def test_what_no_node_takes_is_refused(stranger: Visitor, run: Run, on: str, message: str) -> None:
    answer = stranger.get(f"/api/runs/{run.pk}/by-hand?on={on}")
    assert answer.status_code == 422
    assert message in answer.json()["errors"][0]["message"]


def test_a_large_run_is_refused(stranger: Visitor, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "MOST_PODS", 6)
    answer = stranger.get(f"/api/runs/{run.pk}/by-hand")
    assert answer.status_code == 422
    assert "pods 7, at most 6" in answer.json()["errors"][0]["message"]


def test_an_unknown_link_has_no_page(stranger: Visitor) -> None:
    assert stranger.get("/x/nothing/by-hand/").status_code == 404
