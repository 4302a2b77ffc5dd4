from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from webui.gallery import fixes
from webui.gallery.models import GalleryCase
from webui.gallery.topics import LEVELS, name_of, sections
from webui.lib.shareable import for_strangers
from webui.runs.start import reusable_run
from webui.scenarios.access import scenarios_of
from webui.scenarios.schemas import ScenarioBrief
from webui.scenarios.source import source_limits


def gallery(request: HttpRequest) -> HttpResponse:
    """Render the start page: the cases and the caller's drafts."""
    cases = list(GalleryCase.objects.all())
    limits = source_limits()
    drafts = scenarios_of(request).defer("source")
    first = next(
        (case for case in cases if case.prediction.get("kind") == "node" and case.figures["spread"]), None
    )
    context = {
        "cases": cases,
        "first": first and _with_limit(first),
        "limits": limits,
        "megabytes": limits.bytes // 1_000_000,
        "sections": sections(cases),
        "levels": LEVELS,
        "scenarios": [ScenarioBrief.of(scenario).model_dump(mode="json") for scenario in drafts],
    }
    return for_strangers(render(request, "gallery.html", context))


def _with_limit(case: GalleryCase) -> GalleryCase:
    """Add what the figure of a hard constraint is drawn from: the limit, and the longest bar."""
    spread = case.figures["spread"]
    limit = spread["minimum"] + spread["max_skew"]
    case.figures |= {"limit": limit, "most": max(limit, *(each["count"] for each in spread["domains"])) + 1}
    return case


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
    return for_strangers(render(request, "case.html", context))
