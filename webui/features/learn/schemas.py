from __future__ import annotations

from ninja import Schema

from scheduler_core.contract import Phrase
from webui.features.learn.own import OwnLesson
from webui.features.learn.page import LessonPage
from webui.features.learn.scene import Scene
from webui.features.learn.tries import DiffLine


class LessonOut(Schema):
    """A lesson, and what comes of it under settings, by the numbers of the handles' values, as `0.2`.

    `next` is where to ask on: settings are answered in order, as many at a time as take little.
    """

    lesson: LessonPage
    scenes: dict[str, Scene]
    next: int | None


class TaskTryOut(Schema):
    """What changes of the task come to; `scene` is null if they do not go together, which `error` says."""

    changes: int
    solved: bool
    scene: Scene | None
    diff: list[DiffLine]
    error: str


class LessonSourceOut(Schema):
    """The lesson's cluster as a draft has it."""

    title: str
    source: str
    kubernetes_version: str


class OwnLessonOut(Schema):
    """The lesson that a scenario tells of its own run; null if it tells none, or while the run goes on."""

    lesson: OwnLesson | None


class OwnTryOut(Schema):
    """What changes of its task come to; `error` says why they do not go together.

    Where the goal is not reached, `actual` is what is the case instead, and `message` what Kubernetes says of the pod.
    """

    changes: int
    solved: bool
    actual: Phrase | None
    message: str
    diff: list[DiffLine]
    error: str
