"""Retire snapshots: delete the content and the runs, leave a tombstone.

Reading never retires one: an expired link answers 410 while its content is still stored. Expired snapshots
are retired before the next snapshot is created, and hourly by `webui.site.retention`.
"""

from __future__ import annotations

from typing import cast

from django.db import transaction
from django.db.models import Model, ProtectedError, QuerySet
from django.dispatch import Signal
from django.utils import timezone

from webui.core.snapshots.models import Snapshot, Tombstone
from webui.ground.lib.shareable import changes

# Sent in the transaction that ends a snapshot, with the `nonce` of its document: None for public content.
retired = Signal()


def retire(snapshot: Snapshot, why: Tombstone.Why) -> None:
    """Replace the snapshot, and the variants of it that nobody keeps, by tombstones.

    One that a gallery case needs stays, and no longer expires.
    """
    changes(snapshot.pk)
    at = snapshot.expires if why == Tombstone.Why.EXPIRED and snapshot.expires else timezone.now()
    nonce = snapshot.parsed["nonce"]  # before the row is deleted
    variants = [*unkept_variants(snapshot).values_list("pk", flat=True)]
    try:
        with transaction.atomic():
            _lock_dependents(snapshot)
            Snapshot.objects.filter(pk=snapshot.pk).delete()
            Tombstone.objects.get_or_create(pk=snapshot.pk, defaults={"why": why, "at": at})
            retired.send(Snapshot, nonce=nonce)
            for variant in variants:
                retire_if_among(Snapshot.objects.filter(keepers=None), variant, why)
    except ProtectedError:  # a case of the gallery has the same content
        Snapshot.objects.filter(pk=snapshot.pk).update(expires=None)


def _lock_dependents(snapshot: Snapshot) -> None:
    """Let workers write no more of the runs and jobs of the snapshot: each write begins with the row of its work.

    Without this an event that is written meanwhile refers to a run that is gone when the transaction ends.
    """
    for relation in Snapshot._meta.related_objects:
        model = cast("type[Model]", relation.related_model)
        rows = model._default_manager.filter(**{relation.field.name: snapshot.pk})
        list(rows.select_for_update().order_by("pk").values_list("pk"))


def retire_all(snapshots: QuerySet[Snapshot], why: Tombstone.Why) -> int:
    """Retire these snapshots, each unless it is no longer one of them; return their number."""
    keys = [*snapshots.order_by("pk").values_list("pk", flat=True)]
    return sum(retire_if_among(snapshots, key, why) for key in keys)


def retire_if_among(snapshots: QuerySet[Snapshot], key: str, why: Tombstone.Why) -> bool:
    """Retire a snapshot if it is one of these, which nobody can change meanwhile; return whether it was.

    The lock keeps others from changing it, and from making rows that refer to it: so from keeping it, too. Whether
    it is one of these is a question of its own, for PostgreSQL would answer it as of before the wait for the lock.
    """
    with transaction.atomic():
        Snapshot.objects.select_for_update().filter(pk=key).values_list("pk").first()
        snapshot = snapshots.filter(pk=key).first()
        if snapshot is not None:
            retire(snapshot, why)
    return snapshot is not None


def unkept_variants(snapshot: Snapshot) -> QuerySet[Snapshot]:
    """Return the variants that others ran and that end with the snapshot."""
    return snapshot.variants.filter(keepers=None)


def retire_expired() -> int:
    """Retire the expired snapshots; return their number."""
    return retire_all(Snapshot.objects.filter(expires__lte=timezone.now()), Tombstone.Why.EXPIRED)
