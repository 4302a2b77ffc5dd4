from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from webui.core.runs.start import run_to_show
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Snapshot
from webui.features.daytwo.offline import offline_page
from webui.features.exports.views import SANDBOX
from webui.features.workbench.guard import no_run_page, view_page, with_draft, with_snapshot
from webui.features.workbench.run_page import RunPage


@with_snapshot
def snapshot_day_two(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Render what happens next to a snapshot, for anyone with the link. The page fetches the content."""
    return _page(request, snapshot, RunPage.of_snapshot(snapshot, run_to_show(snapshot)))


@with_draft
def draft_day_two(request: HttpRequest, scenario: Scenario) -> HttpResponse:
    """Render the same of a draft's latest run, for those who may see the draft."""
    run = scenario.visible_run
    page = RunPage.of_draft(scenario, run)
    return no_run_page(request, page, "daytwo") if run is None else _page(request, run.snapshot, page)


@with_snapshot
def offline_day_two(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Return the page with its plays as one file; the query is the page's, with the ids of the plays."""
    online = request.build_absolute_uri(reverse("snapshot_day_two", args=[snapshot.pk]))
    response = HttpResponse(offline_page(snapshot, request.GET, online))
    response["Content-Disposition"] = 'attachment; filename="day-two.html"'
    response["Content-Security-Policy"] = SANDBOX
    return response


def _page(request: HttpRequest, snapshot: Snapshot, page: RunPage) -> HttpResponse:
    return view_page(request, "day_two.html", page, boot(snapshot, page.address, page.scenario or None))


def boot(snapshot: Snapshot, back: str, draft: str | None = None) -> dict[str, object]:
    """Return what the page begins with; it asks for the rest."""
    return {
        "snapshot": snapshot.pk,
        "version": snapshot.kubernetes_version,
        "back": back,
        "draft": draft,
        "steps": snapshot.content.get("steps", []),
        "still": None,
        "saved": None,
    }
