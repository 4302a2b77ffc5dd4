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
    """Render the start page: the cases and the caller's drafts."""
    cases = list(GalleryCase.objects.all())
    drafts = scenarios_of(request).defer("source")
    context = {
        "cases": cases,
        "sections": sections(cases),
        "levels": LEVELS,
        "scenarios": [ScenarioBrief.of(scenario).model_dump(mode="json") for scenario in drafts],
    }
    return render(request, "gallery.html", context)


def example(request: HttpRequest, slug: str) -> HttpResponse:
    """Render a case: question, story, prediction, and the answer behind it."""
    case = get_object_or_404(GalleryCase, slug=slug)
    cases = {other.slug: other for other in GalleryCase.objects.only("slug", "title", "snapshot_id")}
    order = list(cases)
    position = order.index(slug)
    fix = list(fixes.parts(case.fix, cases))
    run = reusable_run(case.snapshot)
    context = {
        "case": case,
        "topic": name_of(case.topic),
        "level": LEVELS[case.level],
        "fix": fix,
        "fixed_by": [part.case for part in fix if part.case],
        "before": cases[order[position - 1]] if position else None,
        "after": cases[order[position + 1]] if position + 1 < len(order) else None,
        "run": run.pk if run else None,
    }
    return render(request, "case.html", context)
