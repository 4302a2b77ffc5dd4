"""The end of a snapshot: content and runs go, a tombstone stays."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from webui.snapshots.models import Snapshot, Tombstone


def retire(snapshot: Snapshot, why: Tombstone.Why) -> None:
    from webui.scenarios.models import Scenario  # which is built on this application

    at = snapshot.expires if why == Tombstone.Why.EXPIRED and snapshot.expires else timezone.now()
    nonce = snapshot.parsed["nonce"]
    try:
        with transaction.atomic():
            Snapshot.objects.filter(pk=snapshot.pk).delete()
            Tombstone.objects.get_or_create(pk=snapshot.pk, defaults={"why": why, "at": at})
            if nonce:  # running the same draft again gives a link that the old one does not tell
                Scenario.objects.filter(nonce=nonce).update(nonce=secrets.token_hex(16))
    except ProtectedError:  # a case of the gallery has the same content
        Snapshot.objects.filter(pk=snapshot.pk).update(expires=None)


def retire_expired() -> int:
    """Those that nobody has asked for since their time was up."""
    expired = list(Snapshot.objects.filter(expires__lte=timezone.now()))
    for snapshot in expired:
        retire(snapshot, Tombstone.Why.EXPIRED)
    return len(expired)
