from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from webui.core.runs.versions import RELEASED
from webui.features.learn.choices import changes_of, lesson_for, settings_for
from webui.features.learn.course import course_of
from webui.features.learn.lessons import lessons
from webui.features.learn.page import lesson_page
from webui.features.learn.steps import address_of, by_hand
from webui.ground.lib.errors import Problem
from webui.ground.lib.shareable import for_strangers


@require_safe
def path(request: HttpRequest) -> HttpResponse:
    """Render the path of the lessons; the browser knows which are kept."""
    listed = [
        {
            "slug": lesson.slug,
            "number": lesson.number,
            "title": gettext(lesson.header.title),
            "ask": gettext(lesson.header.ask),
            "keep": gettext(lesson.header.keep),
            "sign": f"learn_signs/{lesson.slug}.svg",
        }
        for lesson in lessons().values()
    ]
    context = {"lessons": listed, "oldest": RELEASED[0], "newest": RELEASED[-1]}
    return for_strangers(render(request, "learn_path.html", context))


@require_safe
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """Render a lesson: its moments, guesses and handles are the script's."""
    try:
        page = lesson_page(lesson_for(slug))
    except Problem as problem:
        raise Http404 from problem
    context = {"boot": page, "lesson": page, "total": len(lessons())}
    return for_strangers(render(request, "learn_lesson.html", context))


@require_safe
def step(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Lead to the workbench, at the step of a moment; `at` are its settings, `change` those of the task."""
    try:
        lesson = lesson_for(slug)
        settings = settings_for(lesson, request.GET.get("at", ""))
        changes = changes_of(lesson, request.GET.getlist("change"))
    except Problem as problem:
        raise Http404 from problem
    if not 1 <= number <= len(lesson.header.moments):
        raise Http404
    return redirect(address_of(lesson, lesson.header.moments[number - 1], settings, changes))


@require_safe
def course(request: HttpRequest) -> HttpResponse:
    """Render the course that the address is: its title and its links; the browser knows which are done."""
    written = request.GET.getlist("link")
    content = course_of(request.GET.get("title", ""), written, request.get_host())
    context = {
        "course": content,
        "written": "\n".join(written),
        "noindex": bool(written),
        "oldest": RELEASED[0],
        "newest": RELEASED[-1],
    }
    return for_strangers(render(request, "learn_course.html", context))


@require_safe
def hand(request: HttpRequest) -> HttpResponse:
    """Lead to a small cluster whose pods the reader places."""
    return redirect(by_hand())
