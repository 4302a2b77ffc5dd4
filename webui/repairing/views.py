from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scheduler_core import DEFAULT_COSTS
from webui.pages.guard import with_draft, with_snapshot
from webui.runs.models import Run
from webui.runs.schemas import RunOut
from webui.runs.start import run_to_show
from webui.scenarios.models import Scenario
from webui.snapshots.models import Snapshot


@with_snapshot
def snapshot_repairs(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Render what it would take to place the pending pods of a snapshot's run, for anyone with the link."""
    run = run_to_show(snapshot)
    return _page(request, snapshot.title, run) if run else redirect("snapshot", snapshot.pk)


@with_draft
def draft_repairs(request: HttpRequest, scenario: Scenario) -> HttpResponse:
    """Render the same of a draft's latest run, for those who may see the draft."""
    run = scenario.visible_run
    return _page(request, scenario.title, run) if run else redirect("draft", scenario.pk)


def _page(request: HttpRequest, title: str, run: Run) -> HttpResponse:
    boot = {
        "run": RunOut.of(run).model_dump(mode="json"),
        "summary": run.snapshot.summary,
        "costs": DEFAULT_COSTS,
    }
    response = render(request, "repairs.html", {"boot": boot, "title": title, "noindex": True})
    response["X-Robots-Tag"] = "noindex"
    return response
