"""Which play is meant."""

from __future__ import annotations

import uuid

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
