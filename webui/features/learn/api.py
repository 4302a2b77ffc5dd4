"""The lessons: every answer is a run, computed once in a process. Nothing is stored.

A scenario's own lesson is answered from the run of its snapshot.
"""

from __future__ import annotations

import uuid
from typing import Annotated

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from ninja import Query, Router, Schema

from scheduler_core.contract import Phrase
from webui.core.runs import cycles
from webui.core.runs.api import run_for
from webui.core.runs.models import Run
from webui.features.learn import own_tries
from webui.features.learn.choices import changes_of, lesson_for, settings_for
from webui.features.learn.own import OwnLesson, own_lesson
from webui.features.learn.page import LessonPage, lesson_page
from webui.features.learn.scene import Scene
from webui.features.learn.scenes import some_scenes
from webui.features.learn.tries import DiffLine, attempt
from webui.features.learn.world import source_of
from webui.ground.lib.errors import ErrorsOut
from webui.ground.lib.fields import MAX_SAFE_INTEGER
from webui.ground.lib.sentences import spoken
from webui.ground.lib.shareable import for_strangers

router = Router(tags=["lessons"])


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


Names = Annotated[list[str], Query()]


@router.get("/lessons/{slug}", response={200: LessonOut, 404: ErrorsOut, 422: ErrorsOut})
def get_lesson(
    request: HttpRequest, slug: str, begin: Annotated[int, Query(ge=0, le=MAX_SAFE_INTEGER)] = 0
) -> LessonOut:
    """Return a lesson with what comes of it under settings of its handles, from number `begin` on."""
    lesson = lesson_for(slug)
    made, following = some_scenes(lesson, begin, settings.REQUEST_SECONDS / 4)
    return LessonOut(lesson=lesson_page(lesson), scenes=made, next=following)


@router.get("/lessons/{slug}/tries", response={200: TaskTryOut, 404: ErrorsOut})
def try_changes(request: HttpRequest, response: HttpResponse, slug: str, change: Names = []) -> TaskTryOut:  # noqa: B006
    """Run the lesson's task with changes, by name, and say whether it is solved."""
    lesson = lesson_for(slug)
    changes_of(lesson, change)
    for_strangers(response)
    tried = attempt(lesson, frozenset(change))
    tried["error"] = spoken(tried["error"])
    return TaskTryOut(**tried)


@router.get("/lessons/{slug}/source", response={200: LessonSourceOut, 404: ErrorsOut})
def get_lesson_source(
    request: HttpRequest,
    slug: str,
    at: str = "",
    change: Names = [],  # noqa: B006
) -> LessonSourceOut:
    """Return the lesson's cluster under settings and with changes of its task, to be played with freely."""
    lesson = lesson_for(slug)
    return LessonSourceOut(
        title=gettext(lesson.header.title),
        source=source_of(lesson, settings_for(lesson, at), changes_of(lesson, change)),
        kubernetes_version=lesson.header.release,
    )


@router.get("/runs/{uuid:run_id}/lesson", response={200: OwnLessonOut, 404: ErrorsOut, 409: ErrorsOut})
def get_own_lesson(request: HttpRequest, run_id: uuid.UUID) -> OwnLessonOut:
    """Return the captions, the prediction and the task of the scenario's `lesson:`, with the figures of this run."""
    run = run_for(run_id)
    lesson = cycles.scenario(run).lesson if run.status == Run.Status.FINISHED else None
    if lesson is None:
        return OwnLessonOut(lesson=None)
    with cycles.reading(run) as recording:
        return OwnLessonOut(lesson=own_lesson(lesson, recording))


@router.get(
    "/runs/{uuid:run_id}/lesson/tries",
    response={200: OwnTryOut, 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut},
)
def try_own_changes(
    request: HttpRequest,
    run_id: uuid.UUID,
    change: Names = [],  # noqa: B006
) -> OwnTryOut:
    """Run the scenario with changes of its lesson's task, by name, and say whether the task is solved."""
    run = run_for(run_id)
    snapshot = run.snapshot
    return OwnTryOut(**own_tries.attempt(cycles.scenario(run), snapshot.source, snapshot.seed, change))
