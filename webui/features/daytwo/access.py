"""Which play is meant."""

from __future__ import annotations

import uuid

from django.http import HttpRequest

from webui.core.jobs import access as jobs
from webui.core.snapshots.access import is_expired
from webui.features.daytwo.models import Play
from webui.ground.lib.errors import not_found


def play_for(play_id: uuid.UUID) -> Play:
    """Return the play. Raise Problem (404) if there is none or its link has expired."""
    plays = Play.objects.select_related("snapshot").defer("snapshot__document")
    play = plays.filter(pk=play_id).first()
    if play is None or is_expired(play.snapshot):
        raise not_found("play")
    return play


def cancel(request: HttpRequest, play: Play) -> Play:
    """End the play, if it goes on, and return it as it is then. Raise Problem (403) for others than its people."""
    jobs.cancel(request, play, play.snapshot)
    play.refresh_from_db(fields=["status", "answer"])
    return play
