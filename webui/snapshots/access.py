"""Who may read a snapshot: whoever has its link, until it is gone."""

from __future__ import annotations

from django.utils import timezone

from webui.lib.errors import Problem, not_found
from webui.snapshots.ids import ALPHABET, FULL_LENGTH
from webui.snapshots.models import Snapshot, Tombstone
from webui.snapshots.retire import retire


class Gone(Problem):
    """There was such a snapshot."""

    def __init__(self, tombstone: Tombstone) -> None:
        self.tombstone = tombstone
        message = f"{tombstone.get_why_display().lower()} on {tombstone.at:%Y-%m-%d at %H:%M} UTC"
        super().__init__(410, [{"path": "snapshot", "message": message}])


def snapshot_for(snapshot_id: str) -> Snapshot:
    """Raises Gone for one that was deleted or has expired."""
    looks_right = len(snapshot_id) <= FULL_LENGTH and set(snapshot_id) <= set(ALPHABET)
    if not looks_right:
        raise not_found("snapshot")
    snapshot = Snapshot.objects.filter(pk=snapshot_id).first()
    if snapshot is not None and not is_over(snapshot):
        return snapshot
    tombstone = Tombstone.objects.filter(pk=snapshot_id).first()
    raise Gone(tombstone) if tombstone else not_found("snapshot")


def is_over(snapshot: Snapshot) -> bool:
    """Whether its time is up; then it is gone from here on."""
    if snapshot.expires is None or snapshot.expires > timezone.now():
        return False
    retire(snapshot, Tombstone.Why.EXPIRED)
    return True
