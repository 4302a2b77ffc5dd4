from __future__ import annotations

import copy
from typing import Any

import pytest
import yaml

from scheduler_core import InvalidInput, Scenario, content_text, load
from tests.scheduler_core.simulation.lessons.example import CLUSTER, LESSON, SOURCE


def test_the_example_of_the_documents_is_read_and_kept() -> None:
    scenario = load(SOURCE)
    lesson = scenario.lesson
    assert lesson is not None
    assert [moment.kind for moment in lesson.moments] == ["guess", "truth", "keep"]
    assert lesson.moments[1].step is not None
    assert (lesson.moments[1].step.plugin, lesson.moments[1].step.node) == ("PodTopologySpread", "b1")
    assert lesson.task is not None
    assert lesson.task.changes[0].operations[0].path == ("spec", "nodeSelector")
    again = Scenario.from_content(scenario.content(), version=scenario.version)
    assert again.lesson == lesson
    assert load(content_text(scenario.content())).lesson == lesson
    assert "lesson" not in load(CLUSTER).content()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ((), [1], "lesson: must be a mapping"),
        (("picture",), "zones", "lesson.picture: is not known here: use pod, moments, guess, task"),
        (("moments",), [], "lesson.moments: must have at least one moment"),
        (("moments", 1, "caption"), "", "lesson.moments[1].caption: must be set"),
        (("moments", 1, "caption"), "x" * 401, "lesson.moments[1].caption: must have at most 400 characters"),
        (("moments", 1, "kind"), "film", "lesson.moments[1].kind: must be one of guess, truth, keep"),
        (("moments", 1, "kind"), "keep", "lesson.moments[1].kind: must not be keep: only the last"),
        (("moments", 0, "kind"), "truth", "lesson.moments[0].kind: must be guess"),
        (("moments", 1, "step", "point"), "Bind", "lesson.moments[1].step.point: must be one of PreFilter"),
        (("moments", 1, "step", "attempt"), 0, "lesson.moments[1].step.attempt: must be the number"),
        (("moments", 1, "holds", "b.takes"), False, "lesson.moments[1].holds.b.takes: must be a whole"),
        (("guess",), {"kind": "choice"}, "lesson.guess.choices: must have at least two choices"),
        (("task", "goal"), {"pod": "next", "nod": "b1"}, "lesson.task.goal: must state one fact"),
        (("task", "solution"), ["other"], "lesson.task.solution[0]: must be one of selector, two"),
        (("task", "par"), 2, "lesson.task.par: must be the number of changes of the solution, 1"),
    ],
)
def test_a_mistake_is_named_with_its_path(path: tuple[Any, ...], value: Any, message: str) -> None:
    document = copy.deepcopy(yaml.safe_load(LESSON))
    at, keys = document, ("lesson", *path)
    for key in keys[:-1]:
        at = at[key]
    at[keys[-1]] = value
    with pytest.raises(InvalidInput) as refused:
        load(f"{CLUSTER.rstrip()}\n---\n{yaml.safe_dump(document)}")
    assert any(str(error).startswith(message) for error in refused.value.errors), refused.value


def test_two_lessons_are_one_too_many() -> None:
    with pytest.raises(InvalidInput, match="lesson: must stand only once, got 2 documents"):
        load(f"{SOURCE}---\n{LESSON}")
