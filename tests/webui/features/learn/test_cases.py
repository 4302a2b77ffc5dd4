"""What the captions of cases claim, compared with the runs of the cases; no database and no browser."""

from __future__ import annotations

from itertools import combinations

import pytest
from django.utils.translation import override

from scheduler_core import NO_ADMISSION, Recording, Scenario, load
from tests.webui.english import english
from webui.features.gallery.cases import Case, read_cases
from webui.features.gallery.topics import QUEUES
from webui.features.learn.claims import typed
from webui.features.learn.own import own_lesson
from webui.features.learn.own_tries import attempt

TOLD = [case for case in read_cases() if "\nlesson:" in case.source]


def scenario_of(case: Case) -> Scenario:
    """As the gallery runs it."""
    is_queued = case.header.topic == QUEUES
    scenario = load(case.source) if is_queued else load(case.source, admission=NO_ADMISSION)
    return scenario.under_release(case.header.release)


def test_the_best_cases_have_captions() -> None:
    assert len(TOLD) >= 26


@pytest.mark.parametrize("case", TOLD, ids=lambda case: case.slug)
def test_what_a_case_tells_is_what_its_run_does(case: Case) -> None:
    scenario = scenario_of(case)
    lesson = scenario.lesson
    assert lesson is not None
    recording = Recording.of(scenario)
    assert own_lesson(lesson, recording)["problems"] == []
    with override("zh-hans"):
        read = own_lesson(lesson, recording)
    captions = [moment["caption"] for moment in read["moments"]] + (
        [read["task"]["text"]] if read["task"] else []
    )
    assert [said for text in captions for said in english(text)] == []
    objects = scenario.objects
    names = {node.name for node in objects.nodes} | {pod.key.partition("/")[2] for pod in objects.pods}
    assert [word for moment in lesson.moments for word in typed(moment.caption, names)] == []
    if task := lesson.task:
        changes = [change.name for change in task.changes]
        assert [attempt(scenario, case.source, None, [name])["error"] for name in changes] == [""] * len(
            changes
        )
        assert attempt(scenario, case.source, None, task.solution)["solved"]
        shorter = [chosen for size in range(task.par) for chosen in combinations(changes, size)]
        assert [chosen for chosen in shorter if attempt(scenario, case.source, None, chosen)["solved"]] == []
