from __future__ import annotations

import uuid

from django.http import HttpRequest
from ninja import Router, Status

from scheduler_core import select_versions
from webui.core.accounts.quotas import requester_of
from webui.core.jobs.access import cancel
from webui.core.snapshots.access import snapshot_for
from webui.features.upgrade.access import upgrade_for
from webui.features.upgrade.schemas import UpgradeIn, UpgradeOut
from webui.features.upgrade.start import start
from webui.ground.lib.errors import ErrorsOut, invalid
from webui.ground.lib.sentences import spoken

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
        raise invalid("versions", spoken(error.args[0])) from error
    return Status(202, UpgradeOut.of(start(snapshot, releases, requester_of(request))))


@router.get("/upgrades/{uuid:upgrade_id}", response={200: UpgradeOut, 404: ErrorsOut})
def get_upgrade(request: HttpRequest, upgrade_id: uuid.UUID) -> UpgradeOut:
    """Return how far the matrix is, and the matrix once it is finished."""
    return UpgradeOut.of(upgrade_for(upgrade_id))


@router.post("/upgrades/{uuid:upgrade_id}/cancel", response={202: UpgradeOut, 403: ErrorsOut, 404: ErrorsOut})
def cancel_upgrade(request: HttpRequest, upgrade_id: uuid.UUID) -> Status[UpgradeOut]:
    """End a matrix that the caller started, or that is about a link of theirs. It may be asked for again."""
    upgrade = upgrade_for(upgrade_id)
    return Status(202, UpgradeOut.of(cancel(request, upgrade, upgrade.snapshot)))
