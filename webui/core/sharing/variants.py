"""Derive snapshots from snapshots: with another title or visibility, or with another version or seed."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest

from scheduler_core import (
    Operation,
    Scenario,
    apply_operations,
    as_pending,
    second_try,
)
from scheduler_core.contract import SecondTry
from webui.core.accounts.quotas import Quota, Requester, requester_of
from webui.core.runs.models import Run
from webui.core.runs.start import start
from webui.core.runs.versions import chosen_release
from webui.core.snapshots import keepers
from webui.core.snapshots.freeze import SnapshotContent, freeze
from webui.core.snapshots.models import Keeper, Snapshot
from webui.core.snapshots.retire import retire_expired
from webui.ground.lib.errors import engine_refusals


def share_copy(keeper: Keeper, requester: Requester, *, title: str | None, public: bool) -> Run:
    """Create a snapshot of the same content, with the same keeper, and start its run."""
    snapshot = keeper.snapshot
    with transaction.atomic():
        retire_expired()
        copy = freeze(
            SnapshotContent(
                title=title or snapshot.title,
                source=snapshot.source,
                scenario=snapshot.scenario(),
                kubernetes_version=snapshot.kubernetes_version,
                seed=snapshot.seed,
                nonce=None if public else snapshot.parsed["nonce"],
                forked_from=snapshot.forked_from,
            )
        )
        keepers.add_keeper(copy, holder=keeper.holder, user_id=keeper.user_id)
        return start(copy, requester)


def try_again(snapshot: Snapshot, pod: str) -> SecondTry:
    """Return the cycle of a running pod as if it were pending. Raise Problem (422) if it does not run."""
    with engine_refusals():
        return second_try(snapshot.scenario(), pod, seed=snapshot.seed)


def _with_pod_pending(snapshot: Snapshot, pod: str | None) -> tuple[Scenario, str]:
    """Return the scenario and the source of a snapshot, with this pod pending. Raise Problem (422)."""
    scenario = snapshot.scenario()
    if pod is None:
        return scenario, snapshot.source
    with engine_refusals():
        edited = apply_operations(
            snapshot.source,
            [
                Operation("remove", f"Pod {pod}", ("spec", "nodeName")),
                Operation("remove", f"Pod {pod}", ("status",)),
            ],
        )
        return as_pending(scenario, pod), edited.source


def start_variant(
    request: HttpRequest,
    snapshot: Snapshot,
    *,
    kubernetes_version: str | None,
    seed: int | None,
    pod: str | None = None,
) -> Run:
    """Create a snapshot with another version or seed, or with a running pod pending, and start its run.

    It has the nonce and the expiry of the original. A keeper of the original keeps it; that of somebody else
    ends with the original. Raise Problem (422) for an unknown version, and TooMany.
    """
    version = chosen_release(kubernetes_version or snapshot.kubernetes_version)
    scenario, source = _with_pod_pending(snapshot, pod)
    content = SnapshotContent(
        title=snapshot.title,
        source=source,
        scenario=scenario,
        kubernetes_version=version,
        seed=snapshot.seed if pod and seed is None else seed,
        nonce=snapshot.parsed["nonce"],
        forked_from=snapshot.forked_from,
    )
    return start_derived(request, snapshot, content)


def start_derived(request: HttpRequest, snapshot: Snapshot, content: SnapshotContent) -> Run:
    """Create a snapshot of content made from another one, and start its run. Raise TooMany.

    It has the expiry of the original. A keeper of the original keeps it; that of somebody else ends with the original.
    """
    with transaction.atomic():
        retire_expired()
        derived = freeze(content)
        keeper = keepers.keeper_of(request, snapshot)
        if keeper is not None:
            keepers.add_keeper(derived, holder=keeper.holder, user_id=keeper.user_id)
        elif not derived.runs.exists():  # new
            original = snapshot.original_id or snapshot.pk
            Snapshot.objects.filter(pk=derived.pk).update(original=original)
        if snapshot.expires and derived.expires is None:
            Snapshot.objects.filter(pk=derived.pk).update(expires=snapshot.expires)
        quota: Quota = "runs" if keeper else "variants"
        return start(derived, requester_of(request), quota)
