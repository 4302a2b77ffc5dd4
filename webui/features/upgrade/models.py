from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from webui.core.jobs.models import Job
from webui.core.snapshots.models import Snapshot


class Upgrade(Job):
    """The upgrade matrix of a snapshot: a run under each of its releases, and the causes of what differs."""

    snapshot = models.ForeignKey(Snapshot, on_delete=models.CASCADE, related_name="upgrades")
    releases = models.CharField(max_length=255)  # "1.33,1.34": oldest first
    progress = models.JSONField(null=True)  # a scheduler_core.contract.UpgradeProgress
    matrix = models.JSONField(null=True)  # a scheduler_core.contract.UpgradeMatrix, once it is finished

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["snapshot", "releases", "engine"],
                condition=~Q(status__in=("failed", "cancelled")),
                name="one_good_upgrade_per_snapshot",
            )
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["created"], condition=Q(status__in=["queued", "running"]), name="unfinished_upgrades"
            )
        ]

    def __str__(self) -> str:
        return f"{self.id}: {self.releases}"
