from __future__ import annotations

import uuid
from collections.abc import Mapping
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from webui.core.runs.models import Run
from webui.core.runs.start import run_to_show
from webui.core.snapshots.models import Snapshot
from webui.features.daytwo.job import PlayOut
from webui.features.daytwo.models import Play
from webui.features.exports.inline import page_file
from webui.features.exports.views import SANDBOX
from webui.features.workbench.guard import view_page, views_of_run, with_snapshot
from webui.features.workbench.run_page import RunPage

PLAYS = ("play", "other", "ends", "otherEnds")
PREFIX = "of_"  # of their parameters
LEFT_OUT = ("js/import/dialog.js",)  # of the file: modules for pasted manifests


def _page(request: HttpRequest, snapshot: Snapshot, run: Run | None, page: RunPage) -> HttpResponse:
    """Render what happens next to a snapshot. The page fetches the content."""
    boot = {
        "snapshot": snapshot.pk,
        "version": snapshot.kubernetes_version,
        "back": page.address,
        "draft": page.scenario or None,
        "steps": snapshot.content.get("steps", []),
        "still": None,
        "saved": None,
    }
    return view_page(request, "day_two.html", page, boot)


snapshot_day_two, draft_day_two = views_of_run(_page, "daytwo")


@with_snapshot
def offline_day_two(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Return the page with its plays as one file; the query is the page's, with the ids of the plays."""
    online = request.build_absolute_uri(reverse("snapshot_day_two", args=[snapshot.pk]))
    response = HttpResponse(_file(snapshot, request.GET, online))
    response["Content-Disposition"] = 'attachment; filename="day-two.html"'
    response["Content-Security-Policy"] = SANDBOX
    return response


def _file(snapshot: Snapshot, query: Mapping[str, str], online: str) -> str:
    """Return the page as HTML. `query` is that of the page, with the ids of its finished plays as `of_play`, ….

    `online` is the page's URL on the site. Raise Http404 if a play is not one of the snapshot's finished plays.
    """
    ids = {name: query.get(f"{PREFIX}{name}") for name in PLAYS}
    view = {name: value for name, value in query.items() if not name.startswith(PREFIX)}
    online = f"{online}?{urlencode(view)}" if view else online
    context = {
        "boot": {
            "snapshot": snapshot.pk,
            "version": snapshot.kubernetes_version,
            "back": online,
            "draft": None,
            "steps": [],
            "still": online,
            "saved": ids,
        },
        "page": RunPage.of_snapshot(snapshot, run_to_show(snapshot)),
        "title": snapshot.title,
        "online": online,
        "answers": {f"/plays/{key}": _answer(snapshot, key) for key in ids.values() if key},
    }
    return page_file("day_two_offline.html", context, "daytwo", without=LEFT_OUT)


def _answer(snapshot: Snapshot, key: str) -> dict[str, object]:
    try:
        play_id = uuid.UUID(key)
    except ValueError as error:
        raise Http404 from error
    play = Play.objects.filter(pk=play_id, snapshot=snapshot, status=Play.Status.FINISHED).first()
    if play is None:
        raise Http404
    return PlayOut.of(play).model_dump(mode="json")
