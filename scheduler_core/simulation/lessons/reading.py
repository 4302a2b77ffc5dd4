"""From `lesson:` to captions, a prediction and a task; every error has the path, the expectation and the fix.

What captions point at is compared with the run, not here: a scenario stays one that can be edited and run when a node
goes that a caption names.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, get_args

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems, quoted
from scheduler_core.kubernetes.objects.statements import is_statement
from scheduler_core.kubernetes.source.operations import Operation
from scheduler_core.sentences import worded
from scheduler_core.simulation.expectations.reading import KEY as EXPECT
from scheduler_core.simulation.expectations.reading import read_expectations

from .lesson import (
    CaptionMoment,
    CaptionStep,
    GuessKind,
    LabelledChoice,
    MomentKind,
    OfferedChange,
    Point,
    ReaderGuess,
    ReaderTask,
    ScenarioLesson,
)

KEY: Final = "lesson"
MAX_MOMENTS = 20
MAX_CHOICES = 12
MAX_CHANGES = 12
MAX_HOLDS = 20
_CAPTION, _LABEL = 400, 80  # characters
_OPERATIONS = ("set", "add", "remove", "delete", "copy", "create")
_MOMENTS: tuple[MomentKind, ...] = get_args(MomentKind)
_GUESSES: tuple[GuessKind, ...] = get_args(GuessKind)
_POINTS: tuple[Point, ...] = get_args(Point)


def is_lesson(manifest: Any) -> bool:
    """Return whether a document is a lesson and not a Kubernetes object."""
    return is_statement(manifest, KEY)


def read_lesson(manifest: Manifest, index: int, problems: Problems) -> ScenarioLesson | None:
    """Return the lesson of a document, which is the input's object `index`; None if there is nothing to tell."""
    problems.index, problems.object = index, ""
    document = ManifestField(manifest, "", problems)
    _known(document, (KEY,))
    at = document.child(KEY)
    _known(at, ("pod", "moments", "guess", "task"))
    moments = tuple(_moment(moment) for moment in _some(at, "moments", MAX_MOMENTS))
    if not moments:
        at.problem("moments", worded("must have at least one moment: add an entry with a caption"))
        return None
    guess = _guess(at.child("guess")) if at.has("guess") else None
    _check_order(at, moments, guess)
    return ScenarioLesson(
        pod=at.text("pod"),
        moments=moments,
        guess=guess,
        task=_task(at.child("task")) if at.has("task") else None,
        written=dict(at.value),
    )


def _check_order(at: ManifestField, moments: tuple[CaptionMoment, ...], guess: ReaderGuess | None) -> None:
    kinds = [moment.kind for moment in moments]
    if guess and kinds[0] != "guess":
        at.problem(
            "moments[0].kind", worded("must be guess, since the lesson has a guess: begin with its question")
        )
    for number, kind in enumerate(kinds):
        if kind == "guess" and (number or not guess):
            fix = (
                worded("only the first moment may ask")
                if guess
                else worded("the lesson has no guess: add one")
            )
            at.problem(f"moments[{number}].kind", worded("must not be guess: {fix}", fix=fix))
        if kind == "keep" and number < len(kinds) - 1:
            at.problem(f"moments[{number}].kind", worded("must not be keep: only the last moment is kept"))


def _moment(at: ManifestField) -> CaptionMoment:
    _known(at, ("kind", "caption", "step", "holds"))
    return CaptionMoment(
        kind=_one_of(at, "kind", _MOMENTS, "truth"),
        caption=_words(at, "caption", _CAPTION),
        step=_step(at.child("step")) if at.has("step") else None,
        holds=_figures(at, "holds"),
    )


def _step(at: ManifestField) -> CaptionStep:
    _known(at, ("point", "plugin", "node", "pod", "attempt"))
    attempt = at.integer("attempt", 0)
    if at.has("attempt") and not 1 <= attempt <= 10_000:
        at.problem("attempt", worded("must be the number of an attempt, from 1, got {value}", value=attempt))
    return CaptionStep(
        point=_one_of(at, "point", _POINTS, ""),
        plugin=at.text("plugin"),
        node=at.text("node"),
        pod=at.text("pod"),
        attempt=attempt,
    )


def _guess(at: ManifestField) -> ReaderGuess:
    _known(at, ("kind", "fact", "choices", "among"))
    guess = ReaderGuess(
        kind=_one_of(at, "kind", _GUESSES, ""),
        fact=at.text("fact"),
        choices=tuple(
            LabelledChoice(_words(choice, "value", _LABEL), _words(choice, "label", _LABEL))
            for choice in _some(at, "choices", MAX_CHOICES)
        ),
        among=at.texts("among")[:MAX_CHOICES],
    )
    if guess.kind == "choice" and len(guess.choices) < 2:
        at.problem(
            "choices", worded("must have at least two choices: add entries such as {value: a, label: zone a}")
        )
    if guess.kind == "choice" and not guess.fact:
        at.problem("fact", worded("must name the figure that is right: add one of the run, such as outcome"))
    if len(at.list("among")) > MAX_CHOICES:
        at.problem("among", worded("must have at most {most} names: remove some", most=MAX_CHOICES))
    return guess


def _task(at: ManifestField) -> ReaderTask:
    _known(at, ("text", "goal", "goal_fact", "par", "solution", "changes"))
    changes = tuple(_change(change) for change in _some(at, "changes", MAX_CHANGES))
    names = [change.name for change in changes]
    task = ReaderTask(
        text=_words(at, "text", _CAPTION),
        goal=_goal(at),
        goal_fact=_figures(at, "goal_fact"),
        par=at.integer("par", 1),
        solution=at.texts("solution"),
        changes=changes,
    )
    if not task.goal and not task.goal_fact:
        at.problem(
            "goal", worded("must be set: add an expectation such as {pod: web-0, node: node-1}, or goal_fact")
        )
    if not changes:
        at.problem(
            "changes", worded("must have at least one change: add an entry with name, label and changes")
        )
    if len(set(names)) < len(names):
        at.problem("changes", worded("must have different names: rename one of them"))
    for number, name in enumerate(task.solution):
        if name not in names:
            at.problem(
                f"solution[{number}]",
                worded("must be one of {names}; got {value}", names=", ".join(names), value=quoted(name)),
            )
    if not task.solution or task.par != len(task.solution):
        at.problem(
            "par", worded("must be the number of changes of the solution, {count}", count=len(task.solution))
        )
    return task


def _change(at: ManifestField) -> OfferedChange:
    _known(at, ("name", "label", "changes"))
    return OfferedChange(
        name=_words(at, "name", _LABEL),
        label=_words(at, "label", _LABEL),
        operations=tuple(_operation(change) for change in _some(at, "changes", MAX_CHANGES)),
    )


def _operation(at: ManifestField) -> Operation:
    _known(at, ("op", "object", "path", "value"))
    path = at.list("path")
    for number, key in enumerate(path):
        if not isinstance(key, str | int) or isinstance(key, bool):
            at.problem(
                f"path[{number}]",
                worded("must be a field's name or a number, got {value}", value=quoted(key)),
            )
    return Operation(
        op=_one_of(at, "op", _OPERATIONS, ""),
        object=at.text("object"),
        path=tuple(path),
        value=at.raw("value"),
    )


def _goal(at: ManifestField) -> Manifest:
    """Return the expectation, whose errors get the path that it has here."""
    goal = dict(at.child("goal").value)
    if not goal:
        return {}
    found = Problems()
    read_expectations({EXPECT: [goal]}, 0, found)
    for _, error in found.entries:
        at.problem("goal" + error.path.removeprefix(f"{EXPECT}[0]"), error.message)
    return goal


def _figures(at: ManifestField, key: str) -> tuple[tuple[str, int | str], ...]:
    figures = at.child(key).value
    if len(figures) > MAX_HOLDS:
        at.problem(key, worded("must have at most {most} figures: remove some", most=MAX_HOLDS))
    for name, value in figures.items():
        if not isinstance(name, str) or isinstance(value, bool) or not isinstance(value, int | str):
            at.problem(
                f"{key}.{name}",
                worded("must be a whole number or text in quotes, got {value}", value=quoted(value)),
            )
    return tuple((str(name), value) for name, value in list(figures.items())[:MAX_HOLDS])


def _some(at: ManifestField, key: str, most: int) -> list[ManifestField]:
    """Return the mappings of a list, at most so many."""
    if len(at.list(key)) > most:
        at.problem(
            key,
            worded(
                "must have at most {most} entries, got {count}: remove some",
                most=most,
                count=len(at.list(key)),
            ),
        )
    return list(at.children(key))[:most]


def _words(at: ManifestField, key: str, most: int) -> str:
    """Return a text that must be there."""
    text = at.name(key)
    if len(text) > most:
        at.problem(
            key,
            worded(
                "must have at most {most} characters, got {count}: make it shorter",
                most=most,
                count=len(text),
            ),
        )
    return text


def _one_of(at: ManifestField, key: str, allowed: tuple[Any, ...], default: str) -> Any:
    """Return one of the words; without a default it must be there."""
    if not default and not at.has(key):
        at.problem(key, worded("must be set: add one of {names}", names=", ".join(allowed)))
        return allowed[0]
    return at.choice(key, allowed, default)


def _known(at: ManifestField, fields: Collection[str]) -> None:
    for key in at.value:
        if key not in fields:
            at.problem(str(key), worded("is not known here: use {fields}", fields=", ".join(fields)))
