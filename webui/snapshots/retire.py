"""The end of a snapshot: content and runs go, a tombstone stays.

Reading never ends one: an expired link answers as gone while it is still stored. It is retired by
whoever makes the next snapshot, before that is made, and by `manage.py retire_expired`.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import ProtectedError
from django.dispatch import Signal
from django.utils import timezone

from webui.snapshots.models import Snapshot, Tombstone

# Sent in the transaction that ends a snapshot, with the `nonce` of its document: None for public content.
retired = Signal()


def retire(snapshot: Snapshot, why: Tombstone.Why) -> None:
    at = snapshot.expires if why == Tombstone.Why.EXPIRED and snapshot.expires else timezone.now()
    nonce = snapshot.parsed["nonce"]  # while there is a row to read it from
    try:
        with transaction.atomic():
            Snapshot.objects.filter(pk=snapshot.pk).delete()
            Tombstone.objects.get_or_create(pk=snapshot.pk, defaults={"why": why, "at": at})
            retired.send(Snapshot, nonce=nonce)
    except ProtectedError:  # a case of the gallery has the same content
        Snapshot.objects.filter(pk=snapshot.pk).update(expires=None)


def retire_expired() -> int:
    """Retire those whose time is up; return how many."""
    expired = list(Snapshot.objects.filter(expires__lte=timezone.now()).order_by("pk"))
    for snapshot in expired:
        retire(snapshot, Tombstone.Why.EXPIRED)
    return len(expired)
