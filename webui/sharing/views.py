from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from webui.errors import Problem
from webui.runs.schemas import RunOut, SnapshotOut
from webui.runs.start import good_run
from webui.runs.versions import OFFERED
from webui.sharing.access import snapshot_for
from webui.sharing.models import Snapshot


def snapshot(request: HttpRequest, snapshot_id: str) -> HttpResponse:
    """The workbench, to read, for whoever has the link."""
    try:
        found = snapshot_for(snapshot_id)
    except Problem as problem:
        raise Http404 from problem
    run = good_run(found)
    boot = {
        "kind": "snapshot",
        "scenario": None,
        "snapshot": SnapshotOut.of(found, run).model_dump(mode="json"),
        "run": RunOut.of(run).model_dump(mode="json") if run else None,
        "versions": OFFERED,
    }
    unlisted = found.visibility == Snapshot.Visibility.UNLISTED
    context = {"boot": boot, "title": found.title, "noindex": unlisted}
    response = render(request, "workbench.html", context)
    if unlisted:
        response["X-Robots-Tag"] = "noindex"
    return response
