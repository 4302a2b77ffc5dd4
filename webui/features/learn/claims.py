"""What a lesson claims, compared with its runs: figures, steps, nodes, the right guess, the task's solution and par.

A caption has no figure but those of its run, and names nothing that is not there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

from webui.features.learn.lessons import Choice, Lesson, Moment, TaskChange
from webui.features.learn.scene import Figures, Scene
from webui.features.learn.scenes import recording_of, scene, scenes
from webui.features.learn.tries import attempt
from webui.features.learn.turn import Turn
from webui.features.learn.world import pod_of

PLACEHOLDER = re.compile(r"\{([\w.-]+)\}")
_WITH_DIGIT = re.compile(r"[\w-]*\d[\w-]*")
_NUMBER_WORD = re.compile(
    r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand)\b", re.IGNORECASE
)
POINTS = ("PreFilter", "Filter", "PostFilter", "PreScore", "Score", "NormalizeScore", "Total", "Result")
_PROFILE_POINT = {"NormalizeScore": "Score"}  # whose plugins a point of the page has


def problems(lesson: Lesson) -> Iterator[str]:
    """Yield what the lesson says and its runs do not; nothing if all is well."""
    for number, moment in enumerate(lesson.header.moments, 1):
        for problem in _of_moment(lesson, moment):
            yield f"{lesson.slug}: moment {number} ({moment.kind}): {problem}"
    for problem in (*_of_guess(lesson), *_of_map(lesson), *_of_task(lesson)):
        yield f"{lesson.slug}: {problem}"


def _of_moment(lesson: Lesson, moment: Moment) -> Iterator[str]:
    settings = lesson.settings(moment.at)
    drawn = scene(lesson, settings)
    yield from _of_caption(lesson, moment, drawn)
    yield from _of_holds(moment.holds, drawn)
    if moment.step is None:
        return
    turn = Turn.of(recording_of(lesson, settings), moment.step.pod or pod_of(lesson, settings))
    if moment.step.point not in POINTS:
        yield f"step: {moment.step.point} is none of {', '.join(POINTS)}"
    plugins = turn.view["plugins"].get(_PROFILE_POINT.get(moment.step.point, moment.step.point), [])
    if moment.step.plugin and moment.step.plugin not in plugins:
        yield f"step: {moment.step.plugin} is no plugin at {moment.step.point}"
    if moment.step.node and moment.step.node not in turn.view["node_order"]:
        yield f"step: there is no node {moment.step.node}"


def _of_holds(holds: Mapping[str, int | str], drawn: Scene) -> Iterator[str]:
    for name, value in holds.items():
        actual = drawn["figures"].get(name)
        if actual != value:
            yield f"holds: {name} is {actual!r} in the run, not {value!r}"


def _of_caption(lesson: Lesson, moment: Moment, drawn: Scene) -> Iterator[str]:
    handles = {handle.name for handle in lesson.header.handles} if moment.kind == "handles" else set()
    for problem in _of_text(moment.caption, drawn, handles):
        yield f"caption: {problem}"


def _of_text(text: str, drawn: Scene, handles: Collection[str] = ()) -> Iterator[str]:
    for name in PLACEHOLDER.findall(text):
        if name not in handles and name not in drawn["figures"]:
            yield f"the run has no figure {{{name}}}; it has {', '.join(sorted(drawn['figures']))}"
    names = {node["name"] for node in drawn["nodes"]} | {
        pod["name"] for node in drawn["nodes"] for pod in node["pods"]
    }
    for word in typed(text, names):
        yield f"{word} is typed: take a figure of the run, or the name of a node or pod"


def typed(caption: str, names: Collection[str]) -> Iterator[str]:
    """Yield the numbers of a caption that are no figures of the run and in no name."""
    written = PLACEHOLDER.sub("", caption)
    for word in (*_WITH_DIGIT.findall(written), *_NUMBER_WORD.findall(written)):
        if word not in names:
            yield word


def _of_guess(lesson: Lesson) -> Iterator[str]:
    guess = lesson.header.guess
    if not guess.fact:
        return
    for moment in lesson.header.moments[1:2]:
        drawn = scene(lesson, lesson.settings(moment.at))
        right = drawn["figures"].get(guess.fact)
        offered = [choice.value for choice in guess.choices] or list(guess.among)
        if right is None:
            yield f"guess: the run has no figure {guess.fact}"
        elif offered and str(right) not in offered:
            yield f"guess: {guess.fact} is {right} in the run, which is no choice"
        for choice in guess.choices:
            if choice.value != str(right):
                yield from _of_because(f"guess: {choice.value}", choice, drawn)


def _of_because(path: str, wrong: Choice | TaskChange, drawn: Scene) -> Iterator[str]:
    if not wrong.because:
        yield f"{path}: because: must say why it is wrong"
    for problem in _of_text(wrong.because, drawn):
        yield f"{path}: because: {problem}"
    for problem in _of_holds(wrong.holds, drawn):
        yield f"{path}: {problem}"


def _of_map(lesson: Lesson) -> Iterator[str]:
    if lesson.header.map is None:
        return
    if len(lesson.header.handles) != 2:
        yield "map: needs two handles"
    figures: list[Figures] = [drawn["figures"] for drawn in scenes(lesson).values()]
    if any(lesson.header.map.fact not in figure for figure in figures):
        yield f"map: some runs have no figure {lesson.header.map.fact}"


def _of_task(lesson: Lesson) -> Iterator[str]:
    task = lesson.header.task
    if not attempt(lesson, frozenset(task.solution))["solved"]:
        yield "task: its solution does not reach the goal"
    if task.par != len(task.solution):
        yield f"task: par is {task.par}, its solution has {len(task.solution)} changes"
    names = [change.name for change in task.changes]
    for size in range(task.par):
        for chosen in combinations(names, size):
            if attempt(lesson, frozenset(chosen))["solved"]:
                yield f"task: {', '.join(chosen) or 'no change'} reaches the goal below par"
    for change in task.changes:
        tried = attempt(lesson, frozenset({change.name}))
        if tried["scene"] is None:
            yield f"task: {change.name}: {tried['error']}"
        elif not tried["solved"]:
            yield from _of_because(f"task: {change.name}", change, tried["scene"])
        else:
            for problem in _of_holds(change.holds, tried["scene"]):
                yield f"task: {change.name}: {problem}"
