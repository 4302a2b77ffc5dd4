"""The answer of a run: its pending pods by cause. The page fetches it, and says how far the run is until then."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from webui.core.runs.models import Run
from webui.core.runs.schemas import RunOut
from webui.core.runs.start import run_to_show
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Snapshot
from webui.features.workbench.guard import no_run_page, with_draft, with_snapshot_alone
from webui.features.workbench.run_page import RunPage


@with_draft
def draft_answer(request: HttpRequest, scenario: Scenario) -> HttpResponse:
    """Render the answer of a draft's latest run, for those who may see the draft."""
    run = scenario.visible_run
    page = RunPage.of_draft(scenario, run)
    return no_run_page(request, page, "answer") if run is None else _answer(request, page, run)


@with_snapshot_alone
def snapshot_answer(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Render the answer of a snapshot's run for anyone with the link."""
    run = run_to_show(snapshot)
    if run is None:
        return redirect("snapshot", snapshot.pk)
    noindex = snapshot.visibility == Snapshot.Visibility.UNLISTED
    return _answer(request, RunPage.of_snapshot(snapshot, run), run, noindex=noindex)


def _answer(request: HttpRequest, page: RunPage, run: Run, *, noindex: bool = True) -> HttpResponse:
    boot = {"run": RunOut.of(run).model_dump(mode="json"), "summary": run.snapshot.summary}
    context = {"boot": boot, "page": page, "title": page.name, "noindex": noindex}
    return render(request, "answer.html", context)
