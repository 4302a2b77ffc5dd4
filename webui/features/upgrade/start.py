"""Start the upgrade matrix of a snapshot, or find the one that exists."""

from __future__ import annotations

from collections.abc import Sequence

from webui.core.accounts.quotas import Requester
from webui.core.jobs import start as jobs
from webui.core.snapshots.models import Snapshot
from webui.features.upgrade.models import Upgrade
from webui.features.upgrade.tasks import enqueue


def start(snapshot: Snapshot, releases: Sequence[str], requester: Requester) -> Upgrade:
    """Return the matrix of these releases that has not failed, or enqueue a new one; raise TooMany."""
    return jobs.start(
        Upgrade, enqueue, requester, {"upgrades": 1}, snapshot=snapshot, releases=",".join(releases)
    )
