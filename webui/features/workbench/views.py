from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from webui.core.runs.models import Run
from webui.core.runs.schemas import RunOut, SnapshotOut
from webui.core.runs.start import run_to_show
from webui.core.runs.versions import OFFERED
from webui.core.scenarios.models import Scenario
from webui.core.scenarios.schemas import ScenarioOut
from webui.core.snapshots.models import Snapshot
from webui.features.workbench.guard import no_run_page, with_draft, with_run, with_snapshot_alone
from webui.features.workbench.run_page import RunPage
from webui.features.workbench.verdict import words
from webui.features.workbench.verdict.page import verdict
from webui.features.workbench.verdict.stored import read
from webui.features.workbench.verdict.subject import select_attempt
from webui.ground.lib.shareable import for_everybody


def boot_of(snapshot: Snapshot, run: Run | None) -> dict[str, Any]:
    """Return what a page of a snapshot begins with."""
    return {
        "kind": "snapshot",
        "scenario": None,
        "snapshot": SnapshotOut.of(snapshot, run).model_dump(mode="json"),
        "run": RunOut.of(run).model_dump(mode="json") if run else None,
        "versions": OFFERED,
    }


@with_run
def snapshot(request: HttpRequest, snapshot: Snapshot, run: Run | None) -> HttpResponse:
    """Render the read-only workbench for anyone with the link, and the verdict for readers without scripts."""
    page = RunPage.of_snapshot(snapshot, run)
    boot = boot_of(snapshot, run)
    boot["snapshot"]["title"] = page.name
    is_unlisted = snapshot.visibility == Snapshot.Visibility.UNLISTED
    context = {
        "boot": boot,
        "page": page,
        "title": page.name,
        "page_title": page.name,
        "noindex": is_unlisted,
    }
    if run is not None:
        context |= _verdict_context(request, page, run)
    response = render(request, "workbench.html", context)
    return response if run is None or run.status in Run.UNFINISHED else for_everybody(response)


def _verdict_context(request: HttpRequest, page: RunPage, run: Run) -> dict[str, object]:
    params = request.GET.dict()
    recorded = read(run)
    attempt = select_attempt(run, recorded.attempts, params)
    if attempt is None:
        return {}
    title = words.title(attempt, page.name)
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    picture = reverse("export", args=[page.snapshot, "png"]) + query
    return {
        "page_title": title,
        "verdict": verdict(run, recorded, attempt, params),
        "params": params,
        "og": {
            "description": words.sentence(attempt),
            "url": request.build_absolute_uri(),
            "image": request.build_absolute_uri(picture),
            "alt": f"{title}. {words.sentence(attempt)}",
        },
    }


@with_draft
def draft(request: HttpRequest, scenario: Scenario) -> HttpResponse:
    """Render the workbench with the editor, for those who may see the draft."""
    run = scenario.visible_run
    boot = {
        "kind": "draft",
        "scenario": ScenarioOut.of(scenario).model_dump(mode="json"),
        "snapshot": None,
        "run": RunOut.of(run).model_dump(mode="json") if run else None,
        "versions": OFFERED,
    }
    context = {"boot": boot, "page": RunPage.of_draft(scenario, run), "title": scenario.title}
    return render(request, "workbench.html", context)


# ---- the answer: the pending pods by cause. The page fetches it, and says how far the run is until then ------


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
