"""What the lesson files say, compared with their runs; no database and no browser."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from django.utils.translation import override

from webui.core.runs.versions import RELEASED
from webui.features.learn.claims import problems
from webui.features.learn.lessons import FOLDER, SEPARATOR, BadLesson, Lesson, lessons, read_lesson
from webui.features.learn.scenes import SEED, scene, scenes
from webui.features.learn.tries import attempt
from webui.features.learn.world import all_settings, key_of, settings_of
from webui.ground.lib.sentences import spoken

SLUGS = list(lessons())
SPREAD = "three-one-zero"


@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_lesson_says_is_what_its_runs_do(slug: str) -> None:
    assert list(problems(lessons()[slug])) == []


def test_every_file_is_on_the_path() -> None:
    assert {path.stem for path in FOLDER.glob("*.yaml")} == set(SLUGS)
    assert [lesson.number for lesson in lessons().values()] == list(range(1, len(SLUGS) + 1))


def changed(change: Any, slug: str = SPREAD) -> Lesson:
    """A lesson whose header was changed."""
    head, _, source = (FOLDER / f"{slug}.yaml").read_text(encoding="utf-8").partition(SEPARATOR)
    header = yaml.safe_load(head)
    change(header)
    return read_lesson(yaml.safe_dump(header) + SEPARATOR + source, f"{slug}-changed-{id(change)}", 1)


def caption(text: str) -> Any:
    return lambda header: header["moments"][1].update(caption=text)


def step(**fields: str) -> Any:
    return lambda header: header["moments"][1]["step"].update(fields)


def because(text: str) -> Any:
    """Why maxSkew: 2 does not solve the task."""
    return lambda header: header["task"]["changes"][1].update(because=text)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (caption("In b it is {b.skwe}."), "the run has no figure {b.skwe}"),
        (caption("In b it is 2."), "2 is typed"),
        (caption("Three pods are in a."), "Three is typed"),
        (caption("d1 takes it."), "d1 is typed"),
        (caption("With {skew} it fits."), "the run has no figure {skew}"),  # handles belong to handles alone
        (step(node="d1"), "there is no node d1"),
        (step(plugin="NodePort"), "NodePort is no plugin at Filter"),
        (step(point="Filtering"), "Filtering is none of"),
        (
            lambda header: header["moments"][1]["holds"].update({"b.takes": "yes"}),
            "b.takes is 'no' in the run",
        ),
        (
            lambda header: header.update(map={"fact": "zones_fitting", "label": "zones"}),
            "no figure zones_fitting",
        ),
        (lambda header: header["task"].update(par=2), "par is 2, its solution has 1 changes"),
        (lambda header: header["task"].update(solution=["two"]), "its solution does not reach the goal"),
        (
            lambda header: header["task"].update(goal={"pod": "next", "zone": "c"}),
            "no change reaches the goal",
        ),
        (
            lambda header: header.update(
                guess={"kind": "choice", "fact": "zones_fit", "choices": [{"value": "3", "label": "all"}]}
            ),
            "zones_fit is 1 in the run, which is no choice",
        ),
        (
            lambda header: header.update(
                guess={
                    "kind": "choice",
                    "fact": "zones_fit",
                    "choices": [{"value": "1", "label": "one"}, {"value": "2", "label": "two"}],
                }
            ),
            "guess: 2: because: must say why it is wrong",
        ),
        (because(""), "task: two: because: must say why it is wrong"),
        (because("It went to {nod}."), "task: two: because: the run has no figure {nod}"),
        (because("It is 2 above c."), "task: two: because: 2 is typed"),
        (
            lambda header: header["task"]["changes"][1]["holds"].update({"b.takes": "no"}),
            "task: two: holds: b.takes is 'yes' in the run, not 'no'",
        ),
        (
            lambda header: header["task"]["changes"][0].update(holds={"domains": 3}),  # the solution
            "task: selector: holds: domains is 1 in the run, not 3",
        ),
        (
            lambda header: header.update(
                guess={
                    "kind": "choice",
                    "fact": "zones_fit",
                    "choices": [
                        {"value": "1", "label": "one"},
                        {"value": "2", "label": "two", "because": "b is full.", "holds": {"b.skew": 1}},
                    ],
                }
            ),
            "guess: 2: holds: b.skew is 2 in the run, not 1",
        ),
    ],
)
def test_what_is_not_so_is_named(change: Any, problem: str) -> None:
    complaints = list(problems(changed(change)))
    assert any(problem in message for message in complaints), complaints


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda header: header.update(titel="3/1/0"), "titel"),
        (lambda header: header["moments"][1].update(at={"skew": "9"}), "skew: 9 is no setting"),
        (lambda header: header["task"].update(solution=["three"]), "name changes of the task"),
        (lambda header: header["moments"].pop(0), "must begin with a guess"),
    ],
)
def test_a_malformed_file_is_refused(change: Any, problem: str) -> None:
    with pytest.raises(BadLesson, match=problem):
        changed(change)


def test_settings_have_one_name_each() -> None:
    lesson = lessons()[SPREAD]
    assert all(
        settings_of(lesson, key_of(lesson, all_setting)) == all_setting
        for all_setting in all_settings(lesson)
    )
    for key in ("", "0", "4.0", "0.4", "0.0.0", "-1.0", "00.0", "a.b"):
        with pytest.raises(KeyError):
            settings_of(lesson, key)


def test_the_zones_and_their_sums_are_those_of_the_rule() -> None:
    lesson = lessons()[SPREAD]
    drawn = scene(lesson, lesson.settings())
    assert drawn.get("spread") == {
        "key": "topology.kubernetes.io/zone",
        "max_skew": 1,
        "minimum": 0,
        "self_match": 1,
    }
    assert [(zone["count"], zone["skew"], zone["fits"]) for zone in drawn["zones"]] == [
        (3, 4, False),
        (1, 2, False),
        (0, 1, True),
    ]


def test_a_zone_that_the_pod_may_not_use_leaves_the_field() -> None:
    tried = attempt(lessons()[SPREAD], frozenset({"selector"}))
    assert tried["solved"]
    assert tried["scene"] is not None
    assert [zone["skew"] for zone in tried["scene"]["zones"]] == [None, 1, None]
    added = [line["text"].strip() for line in tried["diff"] if line["sign"] == "+"]
    assert added == ["nodeSelector:", "topology.kubernetes.io/zone: b"]


def test_changes_that_do_not_go_together_are_said() -> None:
    lesson = changed(
        lambda header: header["task"]["changes"].append(
            {"name": "lost", "label": "lost", "changes": [{"op": "delete", "object": "Pod default/nobody"}]}
        )
    )
    tried = attempt(lesson, frozenset({"lost"}))
    assert not tried["solved"]
    assert "Pod default/nobody" in tried["error"]
    with override("zh-hans"):  # what was tried by one reader is said to another in their language
        assert spoken(attempt(lesson, frozenset({"lost"}))["error"]) != tried["error"]


def test_what_a_draw_may_undo_does_not_solve_a_task() -> None:
    tried = attempt(lessons()[SPREAD], frozenset({"one"}))
    assert tried["scene"] is not None
    assert tried["scene"]["node"] == "b2"  # the zone that is wanted, but c2 is as good
    assert not tried["solved"]


def test_a_rollout_is_a_film_whose_every_step_is_legal() -> None:
    lesson = lessons()["the-rollout-remembers"]
    drawn = scene(lesson, lesson.settings())
    film = drawn.get("film", [])
    assert [frame["zone"] for frame in film] == ["", "b", "a", "b", "a", "a", ""]
    assert [zone["old"] for zone in film[0]["zones"]] == [2, 1, 2]
    assert [zone["new"] for zone in film[-1]["zones"]] == [3, 2, 0]
    for frame in film[1:-1]:
        assert next(zone for zone in frame["zones"] if zone["name"] == frame["zone"])["fits"]


def test_old_pods_count_until_their_deletion_begins() -> None:
    lesson = lessons()["the-rollout-remembers"]
    drawn = scenes(lesson)
    frames = [frame for key in ("0.0", "0.1", "0.2") for frame in drawn[key].get("film", [])[1:-1]]
    zones = [(zone, zone["name"] == frame["zone"]) for frame in frames for zone in frame["zones"]]
    assert any(zone["going"] for zone, _ in zones)
    for zone, is_taken in zones:
        assert zone["count"] == zone["old"] + zone["new"] - is_taken


def test_lessons_are_about_schedulers_that_exist() -> None:
    assert {lesson.header.release for lesson in lessons().values()} <= {*RELEASED}


def test_a_rollout_that_is_shown_is_one_of_those_that_are_counted() -> None:
    header = lessons()["the-rollout-remembers"].header
    [seeds] = [handle for handle in header.handles if handle.name == SEED]
    assert {int(value.value) for value in seeds.values} <= {*range(1, header.rollouts + 1)}


def test_a_closed_zone_counts_unless_node_affinity_closes_it() -> None:
    """Two lessons say so; they have to agree with the runs of both."""
    by_taint, by_affinity = lessons()["the-empty-column"], attempt(lessons()[SPREAD], frozenset({"selector"}))
    tainted = scene(by_taint, by_taint.settings())
    assert [(zone["fits"], zone["skew"] is None) for zone in tainted["zones"]][2] == (False, False)
    assert by_affinity["scene"] is not None
    excluded = by_affinity["scene"]["zones"]
    assert [(zone["fits"], zone["skew"] is None) for zone in (excluded[0], excluded[2])] == [
        (False, True)
    ] * 2


def test_preemption_strikes_by_one_rule_after_the_other() -> None:
    lesson = lessons()["who-pays"]
    strikes = scene(lesson, lesson.settings()).get("strikes", [])
    assert [strike["struck"] for strike in strikes] == [["a1"], ["a2", "b2"], ["b1"], [], ["c1"]]


def test_a_search_goes_on_where_the_last_one_stopped() -> None:
    drawn = scenes(lessons()["it-stops-looking"])
    looked = {
        key: (scene["dots"]["start"], scene["dots"]["looked"])
        for key, scene in drawn.items()
        if "dots" in scene
    }
    assert [looked[f"3.{pod}"] for pod in range(3)] == [(0, 420), (420, 420), (840, 420)]
    assert [looked[f"{size}.0"][1] for size in range(5)] == [50, 100, 120, 420, 500]
