from __future__ import annotations

from typing import ClassVar

from django.db import models

from webui.core.jobs.models import Job
from webui.core.snapshots.models import Snapshot
from webui.ground.lib.work import one_good, unfinished_by


class Play(Job):
    """What the steps of a reader make of a snapshot: the timeline of one seed, or how many seeds end in which way.

    `steps` is canonical JSON and `digest` stands for it. `seeds` is 0 for the timeline of `seed`, else how many seeds
    are played, from 1 on.
    """

    snapshot = models.ForeignKey(Snapshot, on_delete=models.CASCADE, related_name="plays")
    steps = models.TextField()
    digest = models.CharField(max_length=64)
    seed = models.PositiveBigIntegerField()
    seeds = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0, db_default=0)  # seeds that are played
    answer = models.JSONField(null=True)  # a scheduler_core.contract.Timeline or Outcomes

    class Meta:
        constraints: ClassVar = [
            one_good("snapshot", "digest", "seed", "seeds", "engine", name="one_good_play_per_question")
        ]
        indexes: ClassVar = [unfinished_by("created", name="unfinished_plays")]

    def __str__(self) -> str:
        return f"{self.id}: {self.seeds or 1} from seed {self.seed}"
