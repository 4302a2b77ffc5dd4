from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from webui.core.runs.models import Run
from webui.core.snapshots.models import Snapshot
from webui.features.daytwo.offline import offline_page
from webui.features.exports.views import SANDBOX
from webui.features.workbench.guard import view_page, views_of_run, with_snapshot
from webui.features.workbench.run_page import RunPage


@with_snapshot
def offline_day_two(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Return the page with its plays as one file; the query is the page's, with the ids of the plays."""
    online = request.build_absolute_uri(reverse("snapshot_day_two", args=[snapshot.pk]))
    response = HttpResponse(offline_page(snapshot, request.GET, online))
    response["Content-Disposition"] = 'attachment; filename="day-two.html"'
    response["Content-Security-Policy"] = SANDBOX
    return response


def _page(request: HttpRequest, snapshot: Snapshot, run: Run | None, page: RunPage) -> HttpResponse:
    """Render what happens next to a snapshot. The page fetches the content."""
    return view_page(request, "day_two.html", page, boot(snapshot, page.address, page.scenario or None))


snapshot_day_two, draft_day_two = views_of_run(_page, "daytwo")


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
