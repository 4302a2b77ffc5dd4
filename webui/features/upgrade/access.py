"""Which upgrade matrix is meant."""

from __future__ import annotations

import uuid

from django.http import HttpRequest

from webui.core.jobs import access as jobs
from webui.core.snapshots.access import is_expired
from webui.features.upgrade.models import Upgrade
from webui.ground.lib.errors import not_found


def upgrade_for(upgrade_id: uuid.UUID) -> Upgrade:
    """Return the matrix. Raise Problem (404) if there is none or its link has expired."""
    upgrades = Upgrade.objects.select_related("snapshot").defer("snapshot__document")
    upgrade = upgrades.filter(pk=upgrade_id).first()
    if upgrade is None or is_expired(upgrade.snapshot):
        raise not_found("upgrade")
    return upgrade


def cancel(request: HttpRequest, upgrade: Upgrade) -> Upgrade:
    """End the matrix, if it goes on, and return it as it is then. Raise Problem (403) for others than its people."""
    jobs.cancel(request, upgrade, upgrade.snapshot)
    upgrade.refresh_from_db(fields=["status"])
    return upgrade
