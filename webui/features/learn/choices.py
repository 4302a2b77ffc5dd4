"""What an address asks for: a lesson, its settings, changes of its task."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext

from webui.features.learn.lessons import Change, Lesson, lessons
from webui.features.learn.world import settings_of
from webui.ground.lib.errors import Problem


def lesson_for(slug: str) -> Lesson:
    """Return a lesson; raise Problem (404)."""
    lesson = lessons().get(slug)
    if lesson is None:
        raise Problem(404, [{"path": "slug", "message": _one_of(lessons())}])
    return lesson


def settings_for(lesson: Lesson, at: str) -> dict[str, str]:
    """Return the settings of an address, without any those with which the lesson begins; raise Problem (404)."""
    try:
        return settings_of(lesson, at) if at else lesson.settings()
    except KeyError:
        names = ", ".join(gettext(handle.label) for handle in lesson.header.handles)
        message = gettext("must be the number of a value for each of %(names)s, such as 0.1")
        raise Problem(404, [{"path": "at", "message": message % {"names": names}}]) from None


def changes_of(lesson: Lesson, names: Iterable[str]) -> list[Change]:
    """Return what changes of the task do, in the order of the lesson's file; raise Problem (404)."""
    task = lesson.header.task
    if unknown := set(names) - {change.name for change in task.changes}:
        raise unknown_change(min(unknown), (change.name for change in task.changes))
    return [change for choice in task.changes if choice.name in set(names) for change in choice.changes]


def unknown_change(name: str, offered: Iterable[str]) -> Problem:
    """Return the Problem (404) of a change that a task does not offer."""
    return Problem(404, [{"path": "change", "message": f"{name}: {_one_of(offered)}"}])


def _one_of(names: Iterable[str]) -> str:
    return gettext("must be one of %(names)s") % {"names": ", ".join(names)}
