from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from webui.core.runs.models import Run
from webui.core.snapshots.models import Snapshot
from webui.features.workbench.guard import view_page, views_of_run
from webui.features.workbench.run_page import RunPage


def _page(request: HttpRequest, snapshot: Snapshot, run: Run | None, page: RunPage) -> HttpResponse:
    """Render the page on which the reader places the pods of a run."""
    return view_page(request, "byhand.html", page, {"run": page.run, "address": page.address})


snapshot_by_hand, draft_by_hand = map(require_safe, views_of_run(_page, "walk"))
