"""Retire snapshots: delete the content and the runs, leave a tombstone.

Reading never retires one: an expired link answers 410 while its content is still stored. Expired snapshots
are retired before the next snapshot is created, and hourly by `webui.site.retention`.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import ProtectedError, QuerySet
from django.dispatch import Signal
from django.utils import timezone

from webui.lib.shareable import changes
from webui.snapshots.models import Snapshot, Tombstone

# Sent in the transaction that ends a snapshot, with the `nonce` of its document: None for public content.
retired = Signal()


def retire(snapshot: Snapshot, why: Tombstone.Why) -> None:
    """Replace the snapshot, and the variants of it that nobody keeps, by tombstones.

    One that a gallery case needs stays, and no longer expires.
    """
    changes(snapshot.pk)
    at = snapshot.expires if why == Tombstone.Why.EXPIRED and snapshot.expires else timezone.now()
    nonce = snapshot.parsed["nonce"]  # before the row is deleted
    variants = list(unkept_variants(snapshot))
    try:
        with transaction.atomic():
            Snapshot.objects.filter(pk=snapshot.pk).delete()
            Tombstone.objects.get_or_create(pk=snapshot.pk, defaults={"why": why, "at": at})
            retired.send(Snapshot, nonce=nonce)
            for variant in variants:
                retire(variant, why)
    except ProtectedError:  # a case of the gallery has the same content
        Snapshot.objects.filter(pk=snapshot.pk).update(expires=None)


def unkept_variants(snapshot: Snapshot) -> QuerySet[Snapshot]:
    """Return the variants that others ran and that end with the snapshot."""
    return snapshot.variants.filter(keepers=None)


def retire_expired() -> int:
    """Retire the expired snapshots; return their number."""
    expired = list(Snapshot.objects.filter(expires__lte=timezone.now()).order_by("pk"))
    for snapshot in expired:
        retire(snapshot, Tombstone.Why.EXPIRED)
    return len(expired)
