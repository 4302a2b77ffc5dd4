"""A lesson as its page gets it, in the reader's language."""

from __future__ import annotations

import orjson
from django.utils.translation import get_language, gettext
from typing_extensions import TypedDict

from webui.features.learn.lessons import Lesson, Moment, lessons
from webui.features.learn.scene import Scene
from webui.features.learn.scenes import scene
from webui.features.learn.tries import target
from webui.features.learn.world import key_of
from webui.ground.lib.kept import Kept

_pages = Kept(most_bytes=16_000_000)


class PageChoice(TypedDict):
    value: str
    label: str


class PageOption(PageChoice):
    """A choice of a guess or of a task; `because` says why it is wrong, with {names} of figures."""

    because: str


class PageGuess(TypedDict):
    kind: str
    fact: str
    choices: list[PageOption]
    among: list[str]


class PageHandle(TypedDict):
    name: str
    label: str
    values: list[str]


class PageMoment(TypedDict):
    """`at` names the settings, `step` says whether the workbench has a step for it."""

    kind: str
    caption: str
    point: str
    at: str
    show: int
    step: bool


class PageTask(TypedDict):
    text: str
    at: str
    par: int
    changes: list[PageOption]
    target: Scene


class LessonPage(TypedDict):
    """`base` is what the lesson begins with, `scenes` are those of further settings that its moments have."""

    slug: str
    number: int
    title: str
    keep: str
    picture: str
    guess: PageGuess
    handles: list[PageHandle]
    map: PageChoice | None
    moments: list[PageMoment]
    task: PageTask
    base: Scene
    scenes: dict[str, Scene]
    next: PageChoice | None


def lesson_page(lesson: Lesson) -> LessonPage:
    """Return the lesson in the current language, made once a process."""
    kept: LessonPage = orjson.loads(_pages.get((lesson, get_language()), lambda: orjson.dumps(_made(lesson))))
    return kept


def _made(lesson: Lesson) -> LessonPage:
    header = lesson.header
    start = lesson.settings()
    return {
        "slug": lesson.slug,
        "number": lesson.number,
        "title": gettext(header.title),
        "keep": gettext(header.keep),
        "picture": header.picture,
        "guess": {
            "kind": header.guess.kind,
            "fact": header.guess.fact,
            "choices": [
                _option(choice.value, choice.label, choice.because) for choice in header.guess.choices
            ],
            "among": list(header.guess.among),
        },
        "handles": [
            {
                "name": handle.name,
                "label": gettext(handle.label),
                "values": [gettext(value.says) if value.says else value.value for value in handle.values],
            }
            for handle in header.handles
        ],
        "map": _choice(header.map.fact, header.map.label) if header.map else None,
        "moments": [_moment(lesson, moment) for moment in header.moments],
        "task": {
            "text": gettext(header.task.text),
            "at": key_of(lesson, lesson.settings(header.task.at)),
            "par": header.task.par,
            "changes": [_option(change.name, change.label, change.because) for change in header.task.changes],
            "target": target(lesson),
        },
        "base": scene(lesson, start, counted=False),
        "scenes": {
            key_of(lesson, settings): scene(lesson, settings, counted=False)
            for settings in (lesson.settings(at) for at in (*(m.at for m in header.moments), header.task.at))
            if settings != start
        },
        "next": _next(lesson),
    }


def _choice(value: str, label: str) -> PageChoice:
    return {"value": value, "label": gettext(label)}


def _option(value: str, label: str, because: str) -> PageOption:
    return {"value": value, "label": gettext(label), "because": gettext(because) if because else ""}


def _moment(lesson: Lesson, moment: Moment) -> PageMoment:
    return {
        "kind": moment.kind,
        "caption": gettext(moment.caption),
        "point": moment.step.point if moment.step else "Filter",
        "at": key_of(lesson, lesson.settings(moment.at)),
        "show": moment.show,
        "step": moment.step is not None or lesson.header.picture == "rollout",
    }


def _next(lesson: Lesson) -> PageChoice | None:
    following = next(
        (candidate for candidate in lessons().values() if candidate.number == lesson.number + 1), None
    )
    return _choice(following.slug, following.header.title) if following else None
