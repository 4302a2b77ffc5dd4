from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scheduler_core import KUBERNETES_VERSIONS, RECORDED
from webui.core.runs.schemas import SnapshotOut
from webui.core.runs.start import run_to_show
from webui.core.snapshots.models import Snapshot
from webui.features.workbench.guard import with_snapshot

LISTED = 11  # releases that the page compares unless it is asked for others: the newest


@with_snapshot
def upgrade(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Render the upgrade matrix of a link. The page fetches the content."""
    releases = list(KUBERNETES_VERSIONS)
    boot = {
        "snapshot": SnapshotOut.of(snapshot, run_to_show(snapshot)).model_dump(
            mode="json", exclude={"source"}
        ),
        "versions": [{"release": release, "recorded": release in RECORDED} for release in releases],
        "from": releases[-LISTED:][0],
        "to": releases[-1],
    }
    context = {"boot": boot, "title": snapshot.title, "noindex": True}
    response = render(request, "upgrade.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response
