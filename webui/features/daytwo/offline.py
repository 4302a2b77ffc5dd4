"""Day two as one HTML file, with the plays in it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from urllib.parse import urlencode

from django.http import Http404

from webui.core.runs.start import run_to_show
from webui.core.snapshots.models import Snapshot
from webui.features.daytwo.models import Play
from webui.features.daytwo.schemas import PlayOut
from webui.features.exports.page_file import page_file
from webui.features.workbench.run_page import RunPage

LATER = ("js/import/dialog.js",)  # modules for pasted manifests are left out
PLAYS = ("play", "other", "ends", "otherEnds")
PREFIX = "of_"  # of their parameters


def offline_page(snapshot: Snapshot, query: Mapping[str, str], online: str) -> str:
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
    return page_file("day_two_offline.html", context, "daytwo", without=LATER)


def _answer(snapshot: Snapshot, key: str) -> dict[str, object]:
    try:
        play_id = uuid.UUID(key)
    except ValueError as error:
        raise Http404 from error
    play = Play.objects.filter(pk=play_id, snapshot=snapshot, status=Play.Status.FINISHED).first()
    if play is None:
        raise Http404
    return PlayOut.of(play).model_dump(mode="json")
