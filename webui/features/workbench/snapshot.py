from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from webui.core.runs.models import Run
from webui.core.runs.schemas import RunOut, SnapshotOut
from webui.core.runs.start import run_to_show
from webui.core.runs.versions import OFFERED
from webui.core.snapshots.models import Snapshot
from webui.features.workbench.guard import with_snapshot
from webui.features.workbench.run_page import RunPage
from webui.features.workbench.verdict import words
from webui.features.workbench.verdict.page import verdict
from webui.features.workbench.verdict.subject import first_attempts, select_attempt
from webui.ground.lib.shareable import for_everybody


@with_snapshot
def snapshot(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Render the read-only workbench for anyone with the link, and the verdict for readers without scripts."""
    run = run_to_show(snapshot)
    page = RunPage.of_snapshot(snapshot, run)
    boot = {
        "kind": "snapshot",
        "scenario": None,
        "snapshot": SnapshotOut.of(snapshot, run).model_dump(mode="json") | {"title": page.name},
        "run": RunOut.of(run).model_dump(mode="json") if run else None,
        "versions": OFFERED,
    }
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
    attempts = first_attempts(run)
    attempt = select_attempt(run, attempts, params)
    if attempt is None:
        return {}
    title = words.title(attempt, page.name)
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    picture = reverse("export", args=[page.snapshot, "png"]) + query
    return {
        "page_title": title,
        "verdict": verdict(run, attempts, attempt, params),
        "params": params,
        "og": {
            "description": words.sentence(attempt),
            "url": request.build_absolute_uri(),
            "image": request.build_absolute_uri(picture),
            "alt": f"{title}. {words.sentence(attempt)}",
        },
    }
