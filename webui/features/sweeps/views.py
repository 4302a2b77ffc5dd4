from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from webui.core.runs.models import Run
from webui.core.runs.schemas import SnapshotHeadOut
from webui.core.runs.start import run_to_show
from webui.core.runs.versions import RELEASED_NAMES
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Snapshot
from webui.features.workbench.guard import no_run_page, view_page, with_draft, with_snapshot_alone
from webui.features.workbench.run_page import RunPage


@with_snapshot_alone
def snapshot_sweeps(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Render the sweeps over a snapshot, for anyone with the link. The page fetches them."""
    run = run_to_show(snapshot)
    return _page(request, snapshot, run, RunPage.of_snapshot(snapshot, run))


@with_draft
def draft_sweeps(request: HttpRequest, scenario: Scenario) -> HttpResponse:
    """Render those over the snapshot of a draft's latest run, for those who may see the draft."""
    run = scenario.visible_run
    page = RunPage.of_draft(scenario, run)
    return no_run_page(request, page, "runs") if run is None else _page(request, run.snapshot, run, page)


def _page(request: HttpRequest, snapshot: Snapshot, run: Run | None, page: RunPage) -> HttpResponse:
    boot = {
        "snapshot": SnapshotHeadOut.of(snapshot, run).model_dump(mode="json"),
        "back": page.address,
        "versions": RELEASED_NAMES,
    }
    return view_page(request, "sweeps.html", page, boot)
