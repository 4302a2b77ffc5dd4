from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from scheduler_core import DEFAULT_COSTS
from webui.lib.errors import Problem
from webui.pages.guard import with_snapshot
from webui.runs.models import Run
from webui.runs.schemas import RunOut
from webui.runs.start import run_to_show
from webui.scenarios.access import scenario_for
from webui.snapshots.models import Snapshot


@with_snapshot
def snapshot_repairs(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Render what it would take to place the pending pods of a snapshot's run, for anyone with the link."""
    run = run_to_show(snapshot)
    return _page(request, snapshot.title, run) if run else redirect("snapshot", snapshot.pk)


@never_cache
def draft_repairs(request: HttpRequest, scenario_id: uuid.UUID) -> HttpResponse:
    """Render the same of a draft's latest run, for those who may see the draft."""
    try:
        scenario = scenario_for(request, scenario_id)
    except Problem as problem:
        raise Http404 from problem
    run = scenario.visible_run
    return _page(request, scenario.title, run) if run else redirect("draft", scenario_id)


def _page(request: HttpRequest, title: str, run: Run) -> HttpResponse:
    boot = {
        "run": RunOut.of(run).model_dump(mode="json"),
        "summary": run.snapshot.summary,
        "costs": DEFAULT_COSTS,
    }
    response = render(request, "repairs.html", {"boot": boot, "title": title, "noindex": True})
    response["X-Robots-Tag"] = "noindex"
    return response
