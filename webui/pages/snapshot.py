from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from webui.gallery.models import GalleryCase
from webui.pages.guard import of_a_snapshot
from webui.pages.verdict import words
from webui.pages.verdict.page import verdict
from webui.pages.verdict.subject import attempts, chosen
from webui.runs.models import Run
from webui.runs.schemas import RunOut, SnapshotOut
from webui.runs.start import run_to_show
from webui.runs.versions import OFFERED
from webui.snapshots.models import Snapshot


@of_a_snapshot
def snapshot(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """The workbench, to read, for whoever has the link; and the verdict, for those who have no scripts."""
    run = run_to_show(snapshot)
    boot = {
        "kind": "snapshot",
        "scenario": None,
        "snapshot": SnapshotOut.of(snapshot, run).model_dump(mode="json"),
        "run": RunOut.of(run).model_dump(mode="json") if run else None,
        "versions": OFFERED,
    }
    unlisted = snapshot.visibility == Snapshot.Visibility.UNLISTED
    case = GalleryCase.objects.filter(snapshot=snapshot).values_list("slug", flat=True).first()
    context = {
        "boot": boot,
        "title": snapshot.title,
        "page_title": snapshot.title,
        "noindex": unlisted,
        "case": case,
    }
    if run is not None:
        context |= _told(request, snapshot, run)
    return render(request, "workbench.html", context)


def _told(request: HttpRequest, snapshot: Snapshot, run: Run) -> dict[str, Any]:
    params = request.GET.dict()
    listed = attempts(run)
    attempt = chosen(run, listed, params)
    if attempt is None:
        return {}
    title = words.title(attempt, snapshot.title)
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    picture = reverse("export", args=[snapshot.pk, "png"]) + query
    return {
        "page_title": title,
        "verdict": verdict(run, listed, attempt, params),
        "params": params,
        "og": {
            "description": words.sentence(attempt),
            "url": request.build_absolute_uri(),
            "image": request.build_absolute_uri(picture),
            "alt": f"{title}. {words.sentence(attempt)}",
        },
    }
