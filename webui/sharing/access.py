"""Who may read a snapshot: whoever has its link."""

from __future__ import annotations

from webui.errors import not_found
from webui.sharing.ids import ALPHABET, FULL_LENGTH
from webui.sharing.models import Snapshot


def snapshot_for(snapshot_id: str) -> Snapshot:
    looks_right = len(snapshot_id) <= FULL_LENGTH and set(snapshot_id) <= set(ALPHABET)
    snapshot = Snapshot.objects.filter(pk=snapshot_id).first() if looks_right else None
    if snapshot is None:
        raise not_found("snapshot")
    return snapshot
