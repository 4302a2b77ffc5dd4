"""What the keepers of a snapshot may do with its link: let it expire, delete it, get a recovery code for that."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from webui.accounts.caller import caller_of, key_hash
from webui.lib.errors import Problem
from webui.snapshots.ids import ALPHABET
from webui.snapshots.models import Keeper, Snapshot, Tombstone
from webui.snapshots.retire import retire

NOT_A_KEEPER = (
    "only whoever shared it may do this: from the same browser or account, or with the recovery code"
)


def keep(snapshot: Snapshot, *, holder: str, user_id: int | None) -> None:
    """Counts them among the snapshot's keepers. What somebody wants to keep does not expire under him."""
    owner = {"user_id": user_id} if user_id else {"holder": holder}
    _, new = Keeper.objects.get_or_create(snapshot=snapshot, **owner)
    if new and snapshot.expires:
        Snapshot.objects.filter(pk=snapshot.pk).update(expires=None)


def may_keep(request: HttpRequest, snapshot: Snapshot) -> bool:
    return _keepers(request, snapshot).exists()


def keeper_for(request: HttpRequest, snapshot: Snapshot) -> Keeper:
    keeper = _keepers(request, snapshot).first()
    if keeper is None:
        raise Problem(403, [{"path": "snapshot", "message": NOT_A_KEEPER}])
    return keeper


def new_key(keeper: Keeper) -> str:
    """A recovery code, told once. It takes the place of an earlier one."""
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(5)) for _ in range(5))
    key = "-".join(groups)
    Keeper.objects.filter(pk=keeper.pk).update(key_hash=key_hash(key))
    return key


def expire(keeper: Keeper, days: int | None) -> Snapshot:
    """From now on so many days, or for good. While others keep it as well it stays for them."""
    expires = timezone.now() + timedelta(days=days) if days else None
    if expires is None or not _others(keeper).exists():
        Snapshot.objects.filter(pk=keeper.snapshot_id).update(expires=expires)
    return Snapshot.objects.get(pk=keeper.snapshot_id)


def delete(keeper: Keeper) -> bool:
    """Whether it is gone: the same public content may have been shared by somebody else too."""
    kept = _others(keeper).exists()
    snapshot = keeper.snapshot
    keeper.delete()
    if not kept:
        retire(snapshot, Tombstone.Why.DELETED)
    return not kept


def _keepers(request: HttpRequest, snapshot: Snapshot) -> QuerySet[Keeper]:
    caller = caller_of(request)
    theirs = Q(pk__in=[])
    if caller.holder:
        theirs |= Q(holder=caller.holder)
    if caller.user:
        theirs |= Q(user=caller.user)
    if caller.key:
        theirs |= Q(key_hash=key_hash(caller.key.strip().lower()))
    return snapshot.keepers.filter(theirs)


def _others(keeper: Keeper) -> QuerySet[Keeper]:
    """A person may keep it twice, from a browser and by the account."""
    same = Q(pk=keeper.pk) | Q(user=keeper.user_id) if keeper.user_id else Q(pk=keeper.pk)
    return Keeper.objects.filter(snapshot=keeper.snapshot_id).exclude(same)
