"""Which upgrade matrix is meant."""

from __future__ import annotations

import uuid

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
