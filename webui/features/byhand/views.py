from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from webui.core.runs.start import run_to_show
from webui.core.snapshots.models import Snapshot
from webui.features.workbench.guard import with_snapshot
from webui.features.workbench.run_page import RunPage


@require_safe
@with_snapshot
def by_hand(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Render the page on which the reader places the pods of a run."""
    run = run_to_show(snapshot)
    page = RunPage.of_snapshot(snapshot)
    boot = {"run": str(run.pk) if run else "", "address": page.address}
    return render(request, "byhand.html", {"boot": boot, "page": page, "title": page.title, "noindex": True})
