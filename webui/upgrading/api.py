from __future__ import annotations

import uuid

from django.http import HttpRequest
from ninja import Router, Status

from scheduler_core import select_versions
from webui.accounts.quotas import requester_of
from webui.lib.errors import ErrorsOut, invalid, not_found
from webui.snapshots.access import is_expired, snapshot_for
from webui.upgrading.models import Upgrade
from webui.upgrading.schemas import UpgradeIn, UpgradeOut
from webui.upgrading.start import start

router = Router(tags=["upgrades"])


@router.post(
    "/snapshots/{snapshot_id}/upgrades",
    response={202: UpgradeOut, 404: ErrorsOut, 410: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def start_upgrade(request: HttpRequest, snapshot_id: str, body: UpgradeIn) -> Status[UpgradeOut]:
    """Run the scenario under every version of a range, and find the change that causes each difference."""
    snapshot = snapshot_for(snapshot_id)
    try:
        releases = select_versions(body.versions)
    except ValueError as error:
        raise invalid("versions", str(error)) from error
    return Status(202, UpgradeOut.of(start(snapshot, releases, requester_of(request))))


@router.get("/upgrades/{uuid:upgrade_id}", response={200: UpgradeOut, 404: ErrorsOut})
def get_upgrade(request: HttpRequest, upgrade_id: uuid.UUID) -> UpgradeOut:
    """Return how far the matrix is, and the matrix once it is finished."""
    upgrade = (
        Upgrade.objects.select_related("snapshot").defer("snapshot__document").filter(pk=upgrade_id).first()
    )
    if upgrade is None or is_expired(upgrade.snapshot):
        raise not_found("upgrade")
    return UpgradeOut.of(upgrade)
