from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from webui.core.runs.start import reusable_run
from webui.core.scenarios.access import scenarios_of
from webui.core.scenarios.schemas import ScenarioBrief
from webui.core.scenarios.source import source_limits
from webui.features.gallery import fixes
from webui.features.gallery.fragments import fragments
from webui.features.gallery.models import GalleryCase
from webui.features.gallery.topics import LEVELS, name_of
from webui.ground.lib.shareable import for_strangers, shows


def gallery(request: HttpRequest) -> HttpResponse:
    """Render the start page: the cases and the caller's drafts."""
    limits = source_limits()
    drafts = scenarios_of(request).defer("source")
    context = {
        "fragments": fragments(),
        "limits": limits,
        "megabytes": limits.bytes // 1_000_000,
        "levels": LEVELS,
        "scenarios": [ScenarioBrief.of(scenario).model_dump(mode="json") for scenario in drafts],
    }
    return for_strangers(render(request, "gallery.html", context))


def example(request: HttpRequest, slug: str) -> HttpResponse:
    """Render a case: question, story, prediction, and the answer behind it."""
    case = get_object_or_404(GalleryCase, slug=slug)
    shows(case.snapshot_id)
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
    return for_strangers(render(request, "case.html", context))
