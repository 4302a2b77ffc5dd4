"""Day two as one HTML file, with the plays in it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import get_language

from webui.bundles.bundle import PAGES, bundle, script
from webui.daytwo.models import Play
from webui.daytwo.schemas import PlayOut
from webui.exports.inline import one_file
from webui.glossary.script import script as glossary_script
from webui.glossary.script import script_url
from webui.language.catalogue import catalogue
from webui.snapshots.models import Snapshot

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
            "still": online,
            "saved": ids,
        },
        "title": snapshot.title,
        "online": online,
        "answers": {f"/plays/{key}": _answer(snapshot, key) for key in ids.values() if key},
    }
    language = catalogue(get_language() or "")
    code = get_language() or settings.LANGUAGE_CODE
    scripts = {bundle("daytwo").url: script(PAGES["daytwo"], without=LATER)}
    scripts |= {language.url: language.script.decode()} if language else {}
    scripts[script_url(code)] = glossary_script(code).plain.decode()
    return one_file(render_to_string("day_two_offline.html", context, HttpRequest()), scripts)


def _answer(snapshot: Snapshot, key: str) -> dict[str, object]:
    try:
        play_id = uuid.UUID(key)
    except ValueError as error:
        raise Http404 from error
    play = Play.objects.filter(pk=play_id, snapshot=snapshot, status=Play.Status.FINISHED).first()
    if play is None:
        raise Http404
    return PlayOut.of(play).model_dump(mode="json")
