"""Pictures of links, drawn once a process: messengers ask for the picture of a link for each of its readers."""

from __future__ import annotations

from django.utils.translation import get_language

from webui.core.runs.models import Run
from webui.core.snapshots.models import Snapshot
from webui.features.exports.files import Params
from webui.ground.lib.kept import Kept, Key

pictures = Kept(most_bytes=32_000_000)


def picture_key(snapshot: Snapshot, run: Run, kind: str, params: Params) -> Key:
    """Return what a picture of an ended run depends on."""
    return (snapshot.pk, run.pk, kind, get_language(), params.get("pod"), params.get("attempt"))
