"""Compute an upgrade matrix."""

from __future__ import annotations

import logging
import time
import uuid

from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import Q
from django.utils import timezone

from scheduler_core import InvalidInput, upgrade_matrix
from scheduler_core.contract import UpgradeProgress
from webui.runs import limits
from webui.upgrading.models import Upgrade

logger = logging.getLogger(__name__)


class TimeLimit(Exception):
    """The matrix exceeded the time limit of a run."""


def claim(upgrade_id: uuid.UUID, *, owner: str) -> Upgrade | None:
    """Take the lease on an unfinished matrix; return None if it has ended or another worker has the lease.

    The lease lasts as long as the matrix may compute. The owner is the queue message, see `webui.runs.execute.claim`.
    """
    now = timezone.now()
    is_available = Q(lease_until=None) | Q(lease_until__lt=now) | Q(lease_owner=owner)
    claimed = Upgrade.objects.filter(is_available, pk=upgrade_id, status__in=Upgrade.UNFINISHED).update(
        status=Upgrade.Status.RUNNING,
        lease_owner=owner,
        lease_until=now + limits.run_time() + limits.lease(),
    )
    return Upgrade.objects.select_related("snapshot").get(pk=upgrade_id) if claimed else None


def execute(upgrade: Upgrade) -> None:
    """Compute the matrix and end it as finished or failed."""
    try:
        upgrade.matrix = _matrix(upgrade)
        upgrade.status = Upgrade.Status.FINISHED
    except (TimeLimit, SoftTimeLimitExceeded):
        _fail(upgrade, f"This took longer than {limits.run_time()}. Try fewer versions, pods or nodes.")
    except InvalidInput as invalid:
        _fail(upgrade, f"The scenario can't be run: {invalid}")
    except Exception:
        logger.exception("upgrade %s failed", upgrade.pk)
        _fail(
            upgrade, f"The scheduler failed with an internal error. See the server log, upgrade {upgrade.pk}."
        )
    upgrade.save(update_fields=["matrix", "status", "error"])


def _fail(upgrade: Upgrade, error: str) -> None:
    upgrade.status, upgrade.error = Upgrade.Status.FAILED, error


def _matrix(upgrade: Upgrade) -> object:
    snapshot = upgrade.snapshot
    deadline = time.monotonic() + limits.run_time().total_seconds()

    def report(progress: UpgradeProgress) -> None:
        if time.monotonic() > deadline:
            raise TimeLimit
        Upgrade.objects.filter(pk=upgrade.pk).update(progress=progress)

    return upgrade_matrix(snapshot.scenario(), upgrade.releases.split(","), seed=snapshot.seed, report=report)
