"""The answer of a run: its pending pods by cause. The page fetches it, and says how far the run is until then."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from webui.lib.errors import Problem
from webui.pages.guard import with_snapshot
from webui.runs.models import Run
from webui.runs.schemas import RunOut
from webui.runs.start import run_to_show
from webui.scenarios.access import scenario_for
from webui.snapshots.models import Snapshot


@never_cache
def draft_answer(request: HttpRequest, scenario_id: uuid.UUID) -> HttpResponse:
    """Render the answer of a draft's latest run, for those who may see the draft; without a run, go to the draft."""
    try:
        scenario = scenario_for(request, scenario_id)
    except Problem as problem:
        raise Http404 from problem
    run = scenario.visible_run
    if run is None:
        return redirect("draft", scenario_id)
    return _answer(request, scenario.title, run)


@with_snapshot
def snapshot_answer(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Render the answer of a snapshot's run for anyone with the link."""
    run = run_to_show(snapshot)
    if run is None:
        return redirect("snapshot", snapshot.pk)
    return _answer(request, snapshot.title, run, noindex=snapshot.visibility == Snapshot.Visibility.UNLISTED)


def _answer(request: HttpRequest, title: str, run: Run, *, noindex: bool = True) -> HttpResponse:
    boot = {"run": RunOut.of(run).model_dump(mode="json"), "summary": run.snapshot.summary}
    return render(request, "answer.html", {"boot": boot, "title": title, "noindex": noindex})
