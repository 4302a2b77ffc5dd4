"""What the keepers of a snapshot may do: set when its link expires, delete it, and get a recovery code."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from webui.core.accounts import keys
from webui.core.accounts.caller import caller_of, key_hash
from webui.core.snapshots.ids import ALPHABET
from webui.core.snapshots.models import Keeper, Snapshot, Tombstone
from webui.core.snapshots.retire import retire, unkept_variants
from webui.ground.lib.errors import Problem
from webui.ground.lib.shareable import changes

NOT_A_KEEPER = gettext_lazy(
    "only the person who shared it may do this, from the same browser or account, or with the recovery code"
)


def add_keeper(snapshot: Snapshot, *, holder: str, user_id: int | None) -> None:
    """Add a keeper to the snapshot. A new keeper clears its expiry."""
    owner = {"user_id": user_id} if user_id else {"holder": holder}
    _, is_new = Keeper.objects.get_or_create(snapshot=snapshot, **owner)
    if is_new and snapshot.expires:
        changes(snapshot.pk)
        Snapshot.objects.filter(pk=snapshot.pk).update(expires=None)


def is_keeper(request: HttpRequest, snapshot: Snapshot) -> bool:
    """Return whether the caller is a keeper of the snapshot."""
    return _keepers(request, snapshot).exists()


def keeper_of(request: HttpRequest, snapshot: Snapshot) -> Keeper | None:
    """Return the caller's keeper record; None if the caller does not keep the snapshot."""
    return _keepers(request, snapshot).first()


def keeper_for(request: HttpRequest, snapshot: Snapshot) -> Keeper:
    """Return the caller's keeper record. Raise Problem (403) if there is none."""
    keeper = keeper_of(request, snapshot)
    if keeper is None:
        raise Problem(403, [{"path": "snapshot", "message": str(NOT_A_KEEPER)}])
    return keeper


def new_key(keeper: Keeper) -> str:
    """Return a new recovery code, replacing an earlier one. Only its hash is stored."""
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(5)) for _ in range(5))
    key = "-".join(groups)
    Keeper.objects.filter(pk=keeper.pk).update(key_hash=key_hash(key))
    return key


def expire(keeper: Keeper, days: int | None) -> Snapshot:
    """Let the link expire in `days` days, or never. With other keepers it does not expire."""
    expires = timezone.now() + timedelta(days=days) if days else None
    if expires is None or not _other_keepers(keeper).exists():
        changes(keeper.snapshot_id)
        Snapshot.objects.filter(pk=keeper.snapshot_id).update(expires=expires)
        unkept_variants(keeper.snapshot).update(expires=expires)
    return Snapshot.objects.get(pk=keeper.snapshot_id)


def delete(keeper: Keeper) -> bool:
    """Remove the keeper; return whether the snapshot is gone. With other keepers it stays online."""
    has_other_keepers = _other_keepers(keeper).exists()
    snapshot = keeper.snapshot
    keeper.delete()
    if not has_other_keepers:
        retire(snapshot, Tombstone.Why.DELETED)
    return not has_other_keepers


def _keepers(request: HttpRequest, snapshot: Snapshot) -> QuerySet[Keeper]:
    caller = caller_of(request)
    is_callers = Q(pk__in=[])
    if caller.holder:
        is_callers |= Q(holder=caller.holder)
    if caller.user:
        is_callers |= Q(user=caller.user)
    if caller.key:
        is_callers |= Q(key_hash=_code_hash(caller.key))
    return snapshot.keepers.filter(is_callers)


@receiver(keys.asked)
def _opens_link(*, key: str, **_: object) -> bool:
    return Keeper.objects.filter(key_hash=_code_hash(key)).exists()


def _code_hash(code: str) -> str:
    """Return the hash of a recovery code as somebody typed it."""
    return key_hash(code.strip().lower())


def _other_keepers(keeper: Keeper) -> QuerySet[Keeper]:
    """Return the keepers other than this person, who may be one by browser and another by account."""
    same_person = Q(pk=keeper.pk) | Q(user=keeper.user_id) if keeper.user_id else Q(pk=keeper.pk)
    return Keeper.objects.filter(snapshot=keeper.snapshot_id).exclude(same_person)
