from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from webui.core.runs.models import Run
from webui.core.runs.schemas import SnapshotHeadOut
from webui.core.runs.versions import RELEASED_NAMES
from webui.core.snapshots.models import Snapshot
from webui.features.workbench.guard import view_page, views_of_run
from webui.features.workbench.run_page import RunPage


def _page(request: HttpRequest, snapshot: Snapshot, run: Run | None, page: RunPage) -> HttpResponse:
    """Render the sweeps over a snapshot. The page fetches them."""
    boot = {
        "snapshot": SnapshotHeadOut.of(snapshot, run).model_dump(mode="json"),
        "back": page.address,
        "versions": RELEASED_NAMES,
    }
    return view_page(request, "sweeps.html", page, boot)


snapshot_sweeps, draft_sweeps = views_of_run(_page, "runs")
