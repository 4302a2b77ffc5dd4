from __future__ import annotations

from typing import ClassVar

from django.db import models

from webui.core.jobs.models import Job
from webui.core.snapshots.models import Snapshot
from webui.ground.lib.work import one_good, unfinished_by


class Upgrade(Job):
    """The upgrade matrix of a snapshot: a run under each of its releases, and the causes of what differs."""

    snapshot = models.ForeignKey(Snapshot, on_delete=models.CASCADE, related_name="upgrades")
    releases = models.CharField(max_length=255)  # "1.33,1.34": oldest first
    progress = models.JSONField(null=True)  # a scheduler_core.contract.UpgradeProgress
    matrix = models.JSONField(null=True)  # a scheduler_core.contract.UpgradeMatrix, once it is finished

    class Meta:
        constraints: ClassVar = [
            one_good("snapshot", "releases", "engine", name="one_good_upgrade_per_snapshot")
        ]
        indexes: ClassVar = [unfinished_by("created", name="unfinished_upgrades")]

    def __str__(self) -> str:
        return f"{self.id}: {self.releases}"
