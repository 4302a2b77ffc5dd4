from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from scheduler_core import RESOURCES_READ, clusters_by_name
from webui.core.runs.start import reusable_run
from webui.core.runs.versions import RELEASED
from webui.core.scenarios.access import scenarios_of
from webui.core.scenarios.schemas import ScenarioBrief
from webui.core.scenarios.source import source_limits
from webui.features.gallery.fragments import fragments
from webui.features.gallery.models import GalleryCase
from webui.features.gallery.topics import KNOWN_ISSUES, LEVELS, NOT_RECORDED, name_of
from webui.ground.lib.shareable import for_strangers, shows

_WORD = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)+)")


@dataclass(frozen=True, slots=True)
class Part:
    text: str
    case: GalleryCase | None = None


def linked_parts(fix: str, cases: Mapping[str, GalleryCase]) -> Iterator[Part]:
    """Yield the parts of the text; each slug of a case is a separate part."""
    for text in _WORD.split(fix):
        if text:
            yield Part(text, cases.get(text))


def home(request: HttpRequest) -> HttpResponse:
    """Render the start page: the door, a puzzle, and the caller's drafts."""
    if filters := _filters(request):  # the cases were listed here once
        return redirect(f"{reverse('cases')}?{urlencode(filters)}")
    limits = source_limits()
    drafts = scenarios_of(request).defer("source")
    parts = fragments()
    context = {
        "puzzle": parts.puzzle,
        "number": parts.number,
        "topics": parts.topics,
        "limits": limits,
        "megabytes": limits.bytes // 1_000_000,
        "more_kinds": _more_kinds(),
        "samples": [
            {"name": cluster.name, "title": cluster.title, "nodes": cluster.node_count}
            for cluster in clusters_by_name().values()
        ],
        "scenarios": [ScenarioBrief.of(scenario).model_dump(mode="json") for scenario in drafts],
        **_followed(),
    }
    return for_strangers(render(request, "home.html", context))


def _more_kinds() -> dict[str, list[str]]:
    """Return what the command may read beside nodes and pods, as kubectl spells it: for devices, and for Kueue."""
    queues = [read for read in RESOURCES_READ if read.group == "kueue.x-k8s.io"]
    names = [
        read.name if read.plural == "workloads" else read.plural for read in queues
    ]  # others are called so too
    return {"devices": ["deviceclasses", "resourceslices", "resourceclaims"], "queues": ["jobs", *names]}


def cases(request: HttpRequest) -> HttpResponse:
    """Render the cases: a dozen to begin with, the others by topic, level and word."""
    context = {
        "cases": fragments().cases,
        "levels": LEVELS,
        "filtered": bool(_filters(request)),
        **_followed(),
    }
    return for_strangers(render(request, "cases.html", context))


def _filters(request: HttpRequest) -> dict[str, str]:
    return {key: request.GET[key] for key in ("topic", "level", "find") if request.GET.get(key)}


def _followed() -> dict[str, str]:
    """Return the first and the last release whose scheduler is followed."""
    return {"oldest": RELEASED[0], "newest": RELEASED[-1]}


def example(request: HttpRequest, slug: str) -> HttpResponse:
    """Render a case: question, story, prediction, and the answer behind it."""
    case = get_object_or_404(GalleryCase, slug=slug)
    shows(case.snapshot_id)
    cases = {other.slug: other for other in GalleryCase.objects.only("slug", "title", "snapshot_id")}
    order = list(cases)
    position = order.index(slug)
    fix = list(linked_parts(gettext(case.fix), cases))
    run = reusable_run(case.snapshot)
    context = {
        "case": case,
        "topic": name_of(case.topic),
        "level": LEVELS[case.level],
        "reported": case.topic == KNOWN_ISSUES,
        "recorded": case.topic not in NOT_RECORDED,
        "fix": fix,
        "fixed_by": [part.case for part in fix if part.case],
        "before": cases[order[position - 1]] if position else None,
        "after": cases[order[position + 1]] if position + 1 < len(order) else None,
        "run": run.pk if run else None,
    }
    return for_strangers(render(request, "case.html", context))
