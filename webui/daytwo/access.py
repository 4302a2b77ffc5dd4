"""Which play is meant."""

from __future__ import annotations

import uuid

from django.http import HttpRequest

from webui.daytwo.models import Play
from webui.jobs.access import require_starter
from webui.lib.errors import not_found
from webui.snapshots.access import is_expired


def play_for(play_id: uuid.UUID) -> Play:
    """Return the play. Raise Problem (404) if there is none or its link has expired."""
    plays = Play.objects.select_related("snapshot").defer("snapshot__document")
    play = plays.filter(pk=play_id).first()
    if play is None or is_expired(play.snapshot):
        raise not_found("play")
    return play


def cancel(request: HttpRequest, play: Play) -> Play:
    """End the play, if it goes on, and return it as it is then.

    Raise Problem (403) unless the caller started it, keeps its link or may cancel any run.
    """
    require_starter(request, play.starter, play.snapshot)
    Play.objects.filter(pk=play.pk, status__in=Play.UNFINISHED).update(status=Play.Status.CANCELLED)
    play.refresh_from_db(fields=["status", "answer"])
    return play
