from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Router, Status

from scheduler_core.contract import SecondTry
from webui.core.accounts.quotas import requester_of
from webui.core.runs.schemas import RunStartedOut, SnapshotOut, status_of
from webui.core.runs.start import reusable_run
from webui.core.sharing.schemas import GoneOut, KeyOut, ShareIn, SharingIn, SharingOut, VariantIn
from webui.core.sharing.variants import share_copy, start_variant, try_again
from webui.core.snapshots import keepers
from webui.core.snapshots.access import snapshot_for
from webui.core.snapshots.models import Snapshot
from webui.core.snapshots.retire import unkept_variants
from webui.ground.lib.errors import ErrorsOut

router = Router(tags=["snapshots"])


@router.get("/snapshots/{snapshot_id}", response={200: SnapshotOut, 404: ErrorsOut, 410: ErrorsOut})
def get_snapshot(request: HttpRequest, response: HttpResponse, snapshot_id: str) -> SnapshotOut:
    """Return an immutable scenario with everything that determines its result. Anyone with the link may read it."""
    snapshot = snapshot_for(snapshot_id)
    if snapshot.visibility == Snapshot.Visibility.UNLISTED:
        response["X-Robots-Tag"] = "noindex"
    return SnapshotOut.of(snapshot, reusable_run(snapshot))


@router.delete(
    "/snapshots/{snapshot_id}", response={200: GoneOut, 403: ErrorsOut, 404: ErrorsOut, 410: ErrorsOut}
)
def delete_snapshot(request: HttpRequest, snapshot_id: str) -> GoneOut:
    """Delete a link permanently, as a keeper or with `Authorization: Bearer <recovery code>`.

    Variants of it that others ran end with it.
    """
    keeper = keepers.keeper_for(request, snapshot_for(snapshot_id))
    variants = unkept_variants(keeper.snapshot).count()
    gone = keepers.delete(keeper)
    return GoneOut(gone=gone, variants=variants if gone else 0)


@router.get("/snapshots/{snapshot_id}/sharing", response={200: SharingOut, 404: ErrorsOut, 410: ErrorsOut})
def get_sharing(request: HttpRequest, snapshot_id: str) -> SharingOut:
    """Return the visibility and expiry of a link."""
    return SharingOut.of(request, snapshot_for(snapshot_id))


@router.put(
    "/snapshots/{snapshot_id}/sharing",
    response={200: SharingOut, 403: ErrorsOut, 404: ErrorsOut, 410: ErrorsOut, 422: ErrorsOut},
)
def change_sharing(request: HttpRequest, snapshot_id: str, body: SharingIn) -> SharingOut:
    """Set how long the link is kept, from now on."""
    keeper = keepers.keeper_for(request, snapshot_for(snapshot_id))
    return SharingOut.of(request, keepers.expire(keeper, body.days))


@router.post(
    "/snapshots/{snapshot_id}/key", response={201: KeyOut, 403: ErrorsOut, 404: ErrorsOut, 410: ErrorsOut}
)
def make_key(request: HttpRequest, snapshot_id: str) -> Status[KeyOut]:
    """Create a recovery code, shown only now, that deletes the link from anywhere."""
    keeper = keepers.keeper_for(request, snapshot_for(snapshot_id))
    return Status(201, KeyOut(key=keepers.new_key(keeper)))


@router.post(
    "/snapshots/{snapshot_id}/share",
    response={
        201: RunStartedOut,
        403: ErrorsOut,
        404: ErrorsOut,
        410: ErrorsOut,
        422: ErrorsOut,
        429: ErrorsOut,
    },
)
def share(request: HttpRequest, snapshot_id: str, body: ShareIn) -> Status[RunStartedOut]:
    """Create a link to the same content under another title, or a public link, which search engines may list."""
    keeper = keepers.keeper_for(request, snapshot_for(snapshot_id))
    run = share_copy(keeper, requester_of(request), title=body.title, public=body.visibility == "public")
    return Status(201, RunStartedOut(id=run.pk, snapshot=run.snapshot_id, status=status_of(run)))


@router.post(
    "/snapshots/{snapshot_id}/variants",
    response={202: RunStartedOut, 404: ErrorsOut, 410: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def run_variant(request: HttpRequest, snapshot_id: str, body: VariantIn) -> Status[RunStartedOut]:
    """Run the same objects and configuration with another Kubernetes version or seed, or with a running pod pending."""
    snapshot = snapshot_for(snapshot_id)
    run = start_variant(
        request, snapshot, kubernetes_version=body.kubernetes_version, seed=body.seed, pod=body.as_pending
    )
    return Status(202, RunStartedOut(id=run.pk, snapshot=run.snapshot_id, status=status_of(run)))


@router.get(
    "/snapshots/{snapshot_id}/second-try",
    response={200: SecondTry, 404: ErrorsOut, 410: ErrorsOut, 422: ErrorsOut},
)
def get_second_try(request: HttpRequest, snapshot_id: str, pod: str) -> SecondTry:
    """Return where a running pod (`namespace/name`) would be placed if it were pending, without starting a run."""
    return try_again(snapshot_for(snapshot_id), pod)
