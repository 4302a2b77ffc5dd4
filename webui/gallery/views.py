from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from webui.gallery import fixes
from webui.gallery.models import GalleryCase
from webui.gallery.topics import LEVELS, name_of, sections
from webui.runs.start import reusable_run
from webui.scenarios.access import scenarios_of
from webui.scenarios.schemas import ScenarioBrief


def gallery(request: HttpRequest) -> HttpResponse:
    cases = list(GalleryCase.objects.all())
    mine = scenarios_of(request).defer("source")
    context = {
        "cases": cases,
        "sections": sections(cases),
        "levels": LEVELS,
        "scenarios": [ScenarioBrief.of(scenario).model_dump(mode="json") for scenario in mine],
    }
    return render(request, "gallery.html", context)


def example(request: HttpRequest, slug: str) -> HttpResponse:
    """A case: its question and story, what to predict, and behind that the answer."""
    case = get_object_or_404(GalleryCase, slug=slug)
    cases = {each.slug: each for each in GalleryCase.objects.only("slug", "title", "snapshot_id")}
    order = list(cases)
    place = order.index(slug)
    fix = list(fixes.parts(case.fix, cases))
    run = reusable_run(case.snapshot)
    context = {
        "case": case,
        "topic": name_of(case.topic),
        "level": LEVELS[case.level],
        "fix": fix,
        "fixed_by": [part.case for part in fix if part.case],
        "before": cases[order[place - 1]] if place else None,
        "after": cases[order[place + 1]] if place + 1 < len(order) else None,
        "run": run.pk if run else None,
    }
    return render(request, "case.html", context)
