"""What a scenario tells of its own run, compared with it."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Recording, load
from tests.scheduler_core.simulation.lessons.example import CLUSTER, LESSON, SOURCE
from tests.webui.conftest import Visitor
from webui.features.learn.own import OwnLesson, own_lesson


def told(source: str = SOURCE) -> OwnLesson:
    scenario = load(source)
    assert scenario.lesson is not None
    return own_lesson(scenario.lesson, Recording.of(scenario))


def test_captions_have_figures_of_the_run_and_point_at_its_steps() -> None:
    lesson = told()
    assert lesson["problems"] == []
    asked, truth, keep = lesson["moments"]
    assert asked["figures"] == {"a.count": 3, "b.count": 1, "c.count": 0}
    assert asked["step"] == "pod=default/next&point=Queue"  # nothing of the answer
    assert truth["figures"] == {"b.skew": 2, "max_skew": 1}
    assert truth["step"] == "pod=default/next&point=Filter&plugin=PodTopologySpread&node=b1"
    assert keep["step"] == ""
    guess = lesson["guess"]
    assert guess is not None
    assert {choice["value"]: choice["right"] for choice in guess["choices"]} == {
        "a": False,
        "b": False,
        "c": True,
    }


def test_a_sum_is_that_of_the_step() -> None:
    lesson = told(
        SOURCE.replace("**Only c.** In b the skew", "{sum}, {step.minimum}, {refused.PodTopologySpread}: it")
    )
    assert lesson["moments"][1]["figures"] == {
        "sum": "topology.kubernetes.io/zone=b: 1 matching + 1 self − 0 minimum = 2 > maxSkew 1",
        "step.minimum": 0,
        "refused.PodTopologySpread": 4,
        "b.skew": 2,
        "max_skew": 1,
    }


@pytest.mark.parametrize(
    ("before", "after", "path", "message"),
    [
        ("{b.skew}, and", "{b.skwe}, and", "moments[1].caption", "no figure {b.skwe} here: use one of a.count"),
        ('b.takes: "no"', 'b.takes: "yes"', "moments[1].holds", "b.takes is 'no', not 'yes': change the caption"),
        ("node: b1}\n", "node: b9}\n", "moments[1].step.node", "must be a node of the run, such as a1, b1"),
        ("PodTopologySpread, node", "PodTopology, node", "moments[1].step.plugin", "PodTopology does not run at Fil"),
        ("pod: next\n  guess", "pod: nexts\n  guess", "pod", "must be a pod that the run tries, such as default/next"),
        ("node: b1}\n", "attempt: 7}\n", "moments[1].step.attempt", "must be one of the run's attempts of next"),
        ("{kind: zones}", "{kind: nodes, among: [z1]}", "guess.among[0]", "must be one of a1"),
        ("{kind: zones}", "{kind: node, among: [a1, b1]}", "guess", "node is 'c1' in the run: offer that as a choice"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_said_with_its_path(before: str, after: str, path: str, message: str) -> None:
    assert before in LESSON
    (problem,) = told(SOURCE.replace(before, after, 1))["problems"][:1]
    assert problem["path"] == f"lesson.{path}"
    assert message in problem["message"]


def tries(visitor: Visitor, run: dict[str, Any], *names: str) -> dict[str, Any]:
    query = "&".join(f"change={name}" for name in names)
    return dict(visitor.get(f"/api/runs/{run['id']}/lesson/tries?{query}").json())


def test_anybody_saves_a_lesson_and_its_task_is_checked_by_a_run(alice: Visitor, stranger: Visitor) -> None:
    run = alice.run(alice.draft(SOURCE))
    answer = stranger.get(f"/api/runs/{run['id']}/lesson").json()["lesson"]
    assert answer["moments"][1]["figures"] == {"b.skew": 2, "max_skew": 1}
    assert [change["value"] for change in answer["task"]["changes"]] == ["selector", "two"]
    assert tries(stranger, run)["solved"] is False
    solved = tries(stranger, run, "selector")
    assert (solved["solved"], solved["error"]) == (True, "")
    assert {"sign": "+", "text": "  nodeSelector:"} in solved["diff"]
    two = tries(stranger, run, "two")
    assert two["solved"] is False
    assert "topology.kubernetes.io/zone=c" in str(two["actual"])
    assert solved["actual"] is None
    plain = alice.run(alice.draft(CLUSTER))
    assert stranger.get(f"/api/runs/{plain['id']}/lesson").json() == {"lesson": None}
    assert stranger.get(f"/api/runs/{plain['id']}/lesson/tries").status_code == 404


def test_a_lesson_that_is_written_wrongly_is_refused_with_its_path(alice: Visitor) -> None:
    source = SOURCE.replace("point: Filter", "point: Filters", 1)
    answer = alice.post("/api/scenarios", {"title": "Told", "source": source})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["path"] == "lesson.moments[0].step.point"
