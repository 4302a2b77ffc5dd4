from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scheduler_core import KUBERNETES_VERSIONS, RECORDED
from webui.core.runs.schemas import SnapshotOut
from webui.core.runs.start import run_to_show
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Snapshot
from webui.features.workbench.guard import no_run_page, with_draft, with_snapshot
from webui.features.workbench.run_page import RunPage


@with_snapshot
def snapshot_upgrade(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Render the upgrade matrix of a link. The page fetches the content."""
    return _page(request, snapshot, RunPage.of_snapshot(snapshot))


@with_draft
def draft_upgrade(request: HttpRequest, scenario: Scenario) -> HttpResponse:
    """Render that of a draft's latest run, for those who may see the draft."""
    page, run = RunPage.of_draft(scenario), scenario.visible_run
    return no_run_page(request, page, "runs") if run is None else _page(request, run.snapshot, page)


def _page(request: HttpRequest, snapshot: Snapshot, page: RunPage) -> HttpResponse:
    releases = list(KUBERNETES_VERSIONS)
    boot = {
        "snapshot": SnapshotOut.of(snapshot, run_to_show(snapshot)).model_dump(
            mode="json", exclude={"source"}
        ),
        "versions": [{"release": release, "recorded": release in RECORDED} for release in releases],
        "from": _first(snapshot.kubernetes_version, releases),
        "to": releases[-1],
    }
    context = {"boot": boot, "page": page, "title": page.title, "noindex": True}
    response = render(request, "upgrade.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


def _first(release: str, releases: list[str]) -> str:
    """Return where an upgrade begins: with the release of the run, or the one before where that is the newest."""
    return min(release, releases[-2], key=releases.index) if release in releases else releases[-2]
