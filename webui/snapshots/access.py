"""Who may read a snapshot: whoever has its link, until it is gone."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from webui.lib.errors import Problem, not_found
from webui.snapshots.ids import ALPHABET, FULL_LENGTH
from webui.snapshots.models import Snapshot, Tombstone


class Gone(Problem):
    """There was such a snapshot."""

    def __init__(self, tombstone: Tombstone) -> None:
        self.tombstone = tombstone
        message = f"{tombstone.get_why_display().lower()} on {tombstone.at:%Y-%m-%d at %H:%M} UTC"
        super().__init__(410, [{"path": "snapshot", "message": message}])


def snapshot_for(snapshot_id: str) -> Snapshot:
    """Raises Gone for one that was deleted or has expired, whether or not it is still stored."""
    looks_right = len(snapshot_id) <= FULL_LENGTH and set(snapshot_id) <= set(ALPHABET)
    if not looks_right:
        raise not_found("snapshot")
    snapshot = Snapshot.objects.filter(pk=snapshot_id).first()
    if snapshot is None:
        tombstone = Tombstone.objects.filter(pk=snapshot_id).first()
        raise Gone(tombstone) if tombstone else not_found("snapshot")
    if snapshot.expires is not None and is_over(snapshot):
        raise Gone(Tombstone(pk=snapshot.pk, why=Tombstone.Why.EXPIRED, at=snapshot.expires))
    return snapshot


def is_over(snapshot: Snapshot) -> bool:
    """Whether its time is up. It stays stored until somebody retires it (`webui.snapshots.retire`)."""
    due = snapshot.expires is not None and snapshot.expires <= timezone.now()
    return due and not _is_protected(snapshot)


def _is_protected(snapshot: Snapshot) -> bool:
    """Whether something is built on it that keeps it from being deleted, as a case of the gallery does."""
    relations = Snapshot._meta.get_fields(include_hidden=True)
    protecting = (
        each.field
        for each in relations
        if isinstance(each, models.ManyToOneRel) and each.on_delete is models.PROTECT
    )
    return any(field.model._base_manager.filter(**{field.name: snapshot.pk}).exists() for field in protecting)
