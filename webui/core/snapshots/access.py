"""Read access to snapshots: anyone with the link, until it expires or is deleted."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext

from webui.core.snapshots.ids import ALPHABET, FULL_LENGTH
from webui.core.snapshots.models import Snapshot, Tombstone
from webui.ground.lib.errors import Problem, not_found
from webui.ground.lib.shareable import shows


class Gone(Problem):
    """The snapshot existed and has expired or was deleted (HTTP 410)."""

    def __init__(self, tombstone: Tombstone) -> None:
        self.tombstone = tombstone
        message = (
            gettext("expired on %(day)s at %(time)s UTC")
            if tombstone.why == Tombstone.Why.EXPIRED
            else gettext("deleted on %(day)s at %(time)s UTC")
        ) % {"day": f"{tombstone.at:%Y-%m-%d}", "time": f"{tombstone.at:%H:%M}"}
        super().__init__(410, [{"path": "snapshot", "message": message}])


def snapshot_for(snapshot_id: str, *, without: Sequence[str] = ()) -> Snapshot:
    """Return the snapshot. Raise Gone if it was deleted or has expired, even if it is still stored.

    The fields `without` which it is returned are read when they are asked for.
    """
    if not is_well_formed(snapshot_id):
        raise not_found("snapshot")
    snapshot = Snapshot.objects.defer(*without).filter(pk=snapshot_id).first()
    if snapshot is None:
        tombstone = Tombstone.objects.filter(pk=snapshot_id).first()
        raise Gone(tombstone) if tombstone else not_found("snapshot")
    return readable(snapshot)


def is_well_formed(snapshot_id: str) -> bool:
    """Return whether a snapshot may have this id."""
    return len(snapshot_id) <= FULL_LENGTH and set(snapshot_id) <= set(ALPHABET)


def readable(snapshot: Snapshot) -> Snapshot:
    """Return the snapshot, which the response shows. Raise Gone if it has expired, even if it is still stored."""
    shows(snapshot.pk)
    if snapshot.expires is not None and is_expired(snapshot):
        raise Gone(Tombstone(pk=snapshot.pk, why=Tombstone.Why.EXPIRED, at=snapshot.expires))
    return snapshot


def is_expired(snapshot: Snapshot) -> bool:
    """Return whether the link has expired. The row stays until `webui.core.snapshots.retire` deletes it."""
    due = snapshot.expires is not None and snapshot.expires <= timezone.now()
    return due and not _is_protected(snapshot)


def _is_protected(snapshot: Snapshot) -> bool:
    """Return whether a row refers to the snapshot with on_delete=PROTECT, as gallery cases do."""
    relations = Snapshot._meta.get_fields(include_hidden=True)
    protecting_fields = (
        relation.field
        for relation in relations
        if isinstance(relation, models.ManyToOneRel) and relation.on_delete is models.PROTECT
    )
    return any(
        field.model._base_manager.filter(**{field.name: snapshot.pk}).exists() for field in protecting_fields
    )
