"""The reader's changes of the task, tried: each set of them is a run."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import ndiff

import orjson
import yaml
from typing_extensions import TypedDict

from scheduler_core import InvalidInput, Recording, check_run
from webui.features.learn.lessons import Change, Lesson, Task
from webui.features.learn.scene import Scene
from webui.features.learn.scenes import scene
from webui.features.learn.world import scenario_of, source_of
from webui.ground.lib.kept import Kept

MOST_LINES = 14  # of the difference
_tried = Kept(most_bytes=16_000_000)


class DiffLine(TypedDict):
    """A line of the manifests: added (+), removed (-), or beside one."""

    sign: str
    text: str


class Attempt(TypedDict):
    """What the changes come to. `scene` is null if they do not go together, which `error` says: a sentence."""

    changes: int
    solved: bool
    scene: Scene | None
    diff: list[DiffLine]
    error: str


def attempt(lesson: Lesson, names: frozenset[str]) -> Attempt:
    """Try changes of the lesson's task, in the order of its file; raise KeyError for an unknown name."""
    unknown = names - {change.name for change in lesson.header.task.changes}
    if unknown:
        raise KeyError(min(unknown))
    try:
        tried: Attempt = orjson.loads(
            _tried.get((lesson, names), lambda: orjson.dumps(_attempt(lesson, names)))
        )
    except InvalidInput as error:
        return Attempt(changes=len(names), solved=False, scene=None, diff=[], error=error.sentence)
    return tried


def _attempt(lesson: Lesson, names: frozenset[str]) -> Attempt:
    task = lesson.header.task
    chosen = [change for choice in task.changes if choice.name in names for change in choice.changes]
    settings = lesson.settings(task.at)
    after = source_of(lesson, settings, chosen)
    drawn = scene(lesson, settings, chosen)
    return Attempt(
        changes=len(names),
        solved=is_reached(lesson, task, drawn, after),
        scene=drawn,
        diff=difference(source_of(lesson, settings), after),
        error="",
    )


def is_reached(lesson: Lesson, task: Task, drawn: Scene, source: str) -> bool:
    """Return whether the run of a text has the expected outcome."""
    if any(drawn["figures"].get(name) != value for name, value in task.goal_fact.items()):
        return False
    if not task.goal:
        return True
    expected = yaml.safe_dump({"expect": [task.goal]})
    recording = Recording.of(scenario_of(lesson.header.release, f"{source.rstrip()}\n---\n{expected}"))
    return all(result["holds"] for result in check_run(recording))


def target(lesson: Lesson) -> Scene:
    """Return the scene of the task's solution."""
    task = lesson.header.task
    return scene(lesson, lesson.settings(task.at), solution(task), counted=False)


def solution(task: Task) -> Iterable[Change]:
    return [change for name in task.solution for change in task.change_of(name).changes]


def difference(before: str, after: str) -> list[DiffLine]:
    """Return the lines that differ, with the line before each place."""
    lines = [line for line in ndiff(before.splitlines(), after.splitlines()) if line[0] != "?"]
    differing: list[DiffLine] = []
    for number, line in enumerate(lines):
        follows = lines[number + 1][0] if number + 1 < len(lines) else " "
        if line[0] != " " or (follows != " " and line[2:].strip() not in ("", "---")):
            differing.append({"sign": line[0], "text": line[2:]})
    return differing[:MOST_LINES]
