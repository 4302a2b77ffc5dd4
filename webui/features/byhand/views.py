from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from webui.core.runs.start import run_to_show
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Snapshot
from webui.features.workbench.guard import no_run_page, view_page, with_draft, with_snapshot
from webui.features.workbench.run_page import RunPage


@require_safe
@with_snapshot
def snapshot_by_hand(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Render the page on which the reader places the pods of a link's run."""
    return _page(request, RunPage.of_snapshot(snapshot, run_to_show(snapshot)))


@require_safe
@with_draft
def draft_by_hand(request: HttpRequest, scenario: Scenario) -> HttpResponse:
    """Render that of a draft's latest run, for those who may see the draft."""
    page = RunPage.of_draft(scenario, scenario.visible_run)
    return _page(request, page) if page.run else no_run_page(request, page, "walk")


def _page(request: HttpRequest, page: RunPage) -> HttpResponse:
    boot = {"run": page.run, "address": page.address}
    return view_page(request, "byhand.html", page, boot)
