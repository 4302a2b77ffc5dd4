from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from webui.snapshots.models import Snapshot


class Upgrade(models.Model):
    """The upgrade matrix of a snapshot: a run under each of its releases, and the causes of what differs."""

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        FINISHED = "finished"
        FAILED = "failed"

    UNFINISHED: ClassVar = (Status.QUEUED, Status.RUNNING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    snapshot = models.ForeignKey(Snapshot, on_delete=models.CASCADE, related_name="upgrades")
    releases = models.CharField(max_length=255)  # "1.33,1.34": oldest first
    engine = models.CharField(max_length=16)  # the format number of the logs that its runs would write
    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    error = models.TextField(blank=True)
    progress = models.JSONField(null=True)  # a scheduler_core.contract.UpgradeProgress
    matrix = models.JSONField(null=True)  # a scheduler_core.contract.UpgradeMatrix, once it is finished
    created = models.DateTimeField(auto_now_add=True)

    # The worker's lease, see webui.runs.models.Run.
    lease_owner = models.CharField(max_length=64, blank=True)
    lease_until = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["snapshot", "releases", "engine"],
                condition=~Q(status="failed"),
                name="one_good_upgrade_per_snapshot",
            )
        ]

    def __str__(self) -> str:
        return f"{self.id}: {self.releases}"
