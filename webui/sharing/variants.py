"""Derive snapshots from snapshots: with another title or visibility, or with another version or seed."""

from __future__ import annotations

from django.db import transaction

from scheduler_core import KUBERNETES_VERSIONS, Scenario
from webui.lib.errors import invalid
from webui.runs.models import Run
from webui.runs.start import start
from webui.snapshots import keepers
from webui.snapshots.freeze import SnapshotContent, freeze
from webui.snapshots.models import Keeper, Snapshot
from webui.snapshots.retire import retire_expired


def share_copy(keeper: Keeper, *, title: str | None, public: bool) -> Run:
    """Create a snapshot of the same content, with the same keeper, and start its run."""
    snapshot = keeper.snapshot
    with transaction.atomic():
        retire_expired()
        copy = freeze(
            SnapshotContent(
                title=title or snapshot.title,
                source=snapshot.source,
                scenario=Scenario.from_content(snapshot.content),
                kubernetes_version=snapshot.kubernetes_version,
                seed=snapshot.seed,
                nonce=None if public else snapshot.parsed["nonce"],
                forked_from=snapshot.forked_from,
            )
        )
        keepers.add_keeper(copy, holder=keeper.holder, user_id=keeper.user_id)
        return start(copy)


def start_variant(snapshot: Snapshot, *, kubernetes_version: str | None, seed: int | None) -> Run:
    """Create a snapshot with another version or seed and start its run.

    It has the nonce, the keepers and the expiry of the original. Raise Problem (422) for an unknown version.
    """
    version = kubernetes_version or snapshot.kubernetes_version
    if version not in KUBERNETES_VERSIONS:
        raise invalid("kubernetes_version", f"must be one of {', '.join(KUBERNETES_VERSIONS)}")
    with transaction.atomic():
        retire_expired()
        variant = freeze(
            SnapshotContent(
                title=snapshot.title,
                source=snapshot.source,
                scenario=Scenario.from_content(snapshot.content),
                kubernetes_version=version,
                seed=seed,
                nonce=snapshot.parsed["nonce"],
                forked_from=snapshot.forked_from,
            )
        )
        for keeper in snapshot.keepers.all():
            keepers.add_keeper(variant, holder=keeper.holder, user_id=keeper.user_id)
        if snapshot.expires and variant.expires is None:
            Snapshot.objects.filter(pk=variant.pk).update(expires=snapshot.expires)
        return start(variant)
