"""The lesson that a scenario tells of its own run: captions with their figures, what is right, and what is not so.

Nothing of it is stored: it is in the scenario, and its figures are in the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from django.utils.translation import gettext
from typing_extensions import TypedDict

from scheduler_core import (
    CaptionMoment,
    CaptionStep,
    ReaderGuess,
    Recording,
    ScenarioLesson,
    Sentence,
    worded,
)
from webui.features.learn.claims import PLACEHOLDER
from webui.features.learn.own_figures import figures
from webui.features.learn.scene import Figures
from webui.features.learn.turn import Turn
from webui.ground.lib.sentences import spoken

MOST_CHOICES = 12
BEFORE = "Queue"  # where the walk shows nothing of what comes
_PROFILE_POINT = {"NormalizeScore": "Score"}  # whose plugins a point of the page has
_WITHOUT_PLUGINS = ("Total", "Result")


class OwnProblem(TypedDict):
    """What a lesson says and its run does not: the path, and what to do about it."""

    path: str
    message: str


class OwnMoment(TypedDict):
    """A caption; `step` is the query of the walk that shows it, empty where the walk stays where it is."""

    kind: str
    caption: str
    figures: Figures
    step: str


class OwnChoice(TypedDict):
    value: str
    label: str
    right: bool


class OwnGuess(TypedDict):
    """What to predict; of `several` choices all that are right are wanted."""

    kind: str
    several: bool
    choices: list[OwnChoice]


class OwnChange(TypedDict):
    value: str
    label: str


class OwnTask(TypedDict):
    text: str
    par: int
    changes: list[OwnChange]


class OwnLesson(TypedDict):
    """`problems` are what the lesson says and the run does not."""

    moments: list[OwnMoment]
    guess: OwnGuess | None
    task: OwnTask | None
    problems: list[OwnProblem]


class _Telling:
    """A lesson beside its run, with the turns that were looked at."""

    def __init__(self, lesson: ScenarioLesson, recording: Recording) -> None:
        self.lesson = lesson
        self.recording = recording
        self.problems: list[OwnProblem] = []
        self._turns: dict[tuple[str, int], Turn] = {}

    def problem(self, path: str, message: Sentence) -> None:
        self.problems.append({"path": f"lesson.{path}", "message": spoken(message)})

    def turn(self, pod: str, attempt: int) -> Turn:
        """Return a turn; raise KeyError if the pod has none."""
        key = pod or self.lesson.pod, attempt or 1
        if key not in self._turns:
            self._turns[key] = Turn.of(self.recording, *key)
        return self._turns[key]


def own_lesson(lesson: ScenarioLesson, recording: Recording) -> OwnLesson:
    """Return the lesson of a scenario in the current language, compared with its run."""
    telling = _Telling(lesson, recording)
    moments = [_moment(telling, number, moment) for number, moment in enumerate(lesson.moments)]
    task = lesson.task
    return {
        "moments": moments,
        "guess": _guess(telling, lesson.guess) if lesson.guess else None,
        "task": {
            "text": gettext(task.text),
            "par": task.par,
            "changes": [{"value": change.name, "label": gettext(change.label)} for change in task.changes],
        }
        if task
        else None,
        "problems": telling.problems,
    }


def _moment(telling: _Telling, number: int, moment: CaptionMoment) -> OwnMoment:
    path, step = f"moments[{number}]", moment.step
    turn = _turn(telling, path, step)
    known = figures(turn, step.plugin, step.node) if turn and step else figures(turn) if turn else {}
    if turn and step:
        _check_step(telling, f"{path}.step", turn, step)
    used = list(dict.fromkeys(PLACEHOLDER.findall(moment.caption)))
    if turn:
        for name in used:
            if name not in known:
                telling.problem(f"{path}.caption", _no_figure(name, known))
        for name, value in moment.holds:
            if known.get(name) != value:
                actual = _no_figure(name, known)
                if name in known:
                    actual = worded("{name} is {value}", name=name, value=repr(known[name]))
                telling.problem(
                    f"{path}.holds",
                    worded(
                        "{actual}, not {value}: change the caption with it", actual=actual, value=repr(value)
                    ),
                )
    return {
        "kind": moment.kind,
        "caption": gettext(moment.caption),
        "figures": {name: known[name] for name in used if name in known},
        "step": _query(turn, step, asks=moment.kind == "guess") if turn and step else "",
    }


def _turn(telling: _Telling, path: str, step: CaptionStep | None) -> Turn | None:
    pod, attempt = (step.pod, step.attempt) if step else ("", 0)
    try:
        return telling.turn(pod, attempt)
    except KeyError:
        name = pod or telling.lesson.pod
        if not name:
            telling.problem(
                path, worded("the run tries no pod: add one that is pending, or remove the lesson")
            )
        elif attempt > 1:
            telling.problem(
                f"{path}.step.attempt", worded("must be one of the run's attempts of {name}", name=name)
            )
        else:
            where = f"{path}.step.pod" if pod else "pod"
            tried = _some({event["pod"] for event in telling.recording.finished})
            telling.problem(
                where,
                worded(
                    "must be a pod that the run tries, such as {names}; got {value}", names=tried, value=name
                ),
            )
        return None


def _check_step(telling: _Telling, path: str, turn: Turn, step: CaptionStep) -> None:
    plugins = turn.view["plugins"].get(_PROFILE_POINT.get(step.point, step.point), [])
    if step.plugin and (step.point in _WITHOUT_PLUGINS or step.plugin not in plugins):
        fix = worded("use one of {names}", names=_some(plugins)) if plugins else worded("remove it")
        telling.problem(
            f"{path}.plugin",
            worded("{plugin} does not run at {point}: {fix}", plugin=step.plugin, point=step.point, fix=fix),
        )
    if step.node and step.node not in turn.view["node_order"]:
        nodes = _some(turn.view["node_order"])
        telling.problem(
            f"{path}.node",
            worded("must be a node of the run, such as {names}; got {value}", names=nodes, value=step.node),
        )


def _no_figure(name: str, known: Figures) -> Sentence:
    return worded(
        "the run has no figure {name} here: use one of {names}",
        name=f"{{{name}}}",
        names=", ".join(sorted(known)),
    )


def _some(names: set[str] | list[str]) -> str:
    listed = sorted(names) if isinstance(names, set) else names
    return ", ".join(listed[:MOST_CHOICES]) or "none"


def _query(turn: Turn, step: CaptionStep, *, asks: bool) -> str:
    """Return the query of the walk. Where the lesson asks, that is the pod in the queue: a step would answer."""
    attempt = turn.event["attempt"]
    query = {
        "pod": turn.event["pod"],
        "attempt": str(attempt) if attempt > 1 else "",
        "point": BEFORE if asks else step.point,
        "plugin": "" if asks else step.plugin,
        "node": "" if asks else step.node,
    }
    return urlencode({name: value for name, value in query.items() if value}, safe="/")


def _guess(telling: _Telling, guess: ReaderGuess) -> OwnGuess | None:
    try:
        turn = telling.turn("", 0)
    except KeyError:  # said of the moment
        return None
    known = figures(turn)
    choices = list(_choices(telling, guess, turn, known))
    if len(choices) > MOST_CHOICES:
        telling.problem(
            "guess.among",
            worded("must name at most {most} of them: the cluster has more", most=MOST_CHOICES),
        )
    elif not any(choice["right"] for choice in choices) and guess.kind in ("node", "choice"):
        fact = guess.fact or "node"
        actual = _no_figure(fact, known)
        if fact in known:
            actual = worded("{name} is {value} in the run", name=fact, value=repr(known[fact]))
        telling.problem("guess", worded("{actual}: offer that as a choice", actual=actual))
    return {
        "kind": guess.kind,
        "several": guess.kind in ("zones", "nodes"),
        "choices": choices[:MOST_CHOICES],
    }


def _choices(telling: _Telling, guess: ReaderGuess, turn: Turn, known: Figures) -> Iterator[OwnChoice]:
    if guess.kind == "choice":
        right = str(known.get(guess.fact, ""))
        for choice in guess.choices:
            yield {
                "value": choice.value,
                "label": gettext(choice.label),
                "right": choice.value == right,
            }
        return
    zones = sorted({zone for zone in turn.zone_of.values() if zone})
    places = zones if guess.kind == "zones" else turn.view["node_order"]
    for number, name in enumerate(guess.among):
        if name not in places:
            telling.problem(
                f"guess.among[{number}]",
                worded("must be one of {names}; got {value}", names=_some(places), value=name),
            )
    if guess.kind == "node":
        taken = {str(known.get(guess.fact or "node", ""))}
    elif guess.kind == "zones":
        taken = {turn.zone_of[node] for node in turn.feasible}
    else:
        taken = set(turn.feasible)
    for name in [place for place in guess.among if place in places] or places:
        yield {"value": name, "label": name, "right": name in taken}
