from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from webui.core.runs.schemas import SnapshotOut
from webui.core.runs.start import run_to_show
from webui.core.runs.versions import OFFERED
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Snapshot
from webui.features.workbench.guard import with_draft, with_snapshot


@with_snapshot
def snapshot_sweeps(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Render the sweeps over a snapshot, for anyone with the link. The page fetches them."""
    return _page(request, snapshot, reverse("snapshot", args=[snapshot.pk]))


@with_draft
def draft_sweeps(request: HttpRequest, scenario: Scenario) -> HttpResponse:
    """Render those over the snapshot of a draft's latest run, for those who may see the draft."""
    run = scenario.visible_run
    if run is None:
        return redirect("draft", scenario.pk)
    return _page(request, run.snapshot, reverse("draft", args=[scenario.pk]))


def _page(request: HttpRequest, snapshot: Snapshot, back: str) -> HttpResponse:
    shown = SnapshotOut.of(snapshot, run_to_show(snapshot))
    boot = {
        "snapshot": shown.model_dump(mode="json", exclude={"source"}),
        "back": back,
        "versions": OFFERED["offered"],
    }
    response = render(request, "sweeps.html", {"boot": boot, "title": snapshot.title, "noindex": True})
    response["X-Robots-Tag"] = "noindex"
    return response
