from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from webui.core.jobs.models import Job
from webui.core.runs.models import Run
from webui.ground.lib.work import one_good, unfinished_by


class Inquiry(Job):
    """The question what it would take to place pods of a run, how many more fit, or what a change does; and its answer.

    `question` is canonical JSON with what a kind asks besides pod, node and costs; `digest` stands for it.
    """

    class Kind(models.TextChoices):
        POD = "pod"
        RUN = "run"
        CAPACITY = "capacity"
        REMOVAL = "removal"
        TRIAL = "trial"
        ADMIT = "admit"
        QUEUE = "queue"

    LINK: ClassVar = "run__snapshot"
    URGENT: ClassVar = Q(kind__in=("trial", "queue"))  # somebody looks at what they asked for

    kind = models.CharField(max_length=8, choices=Kind, default=Kind.POD, db_default=Kind.POD)
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="inquiries")
    pod = models.CharField(max_length=512)  # namespace/name; of a Workload with kind admit or queue
    node = models.CharField(max_length=253, blank=True)  # that the pod is to get; empty: any
    costs = models.CharField(max_length=255)  # canonical JSON: by kind of change, without those of the engine
    question = models.TextField(blank=True, default="", db_default="")
    digest = models.CharField(max_length=64, blank=True, default="", db_default="")
    # A scheduler_core.contract.WhatIf, WholeRun, MoreCapacity, Removal, TriedChange or QueueCures, or a QueueFound.
    answer = models.JSONField(null=True)

    class Meta:
        constraints: ClassVar = [
            one_good(
                "run",
                "kind",
                "pod",
                "node",
                "costs",
                "digest",
                "engine",
                name="one_good_inquiry_per_question",
            )
        ]
        indexes: ClassVar = [unfinished_by("created", name="unfinished_inquiries")]

    def __str__(self) -> str:
        return f"{self.id}: {self.kind} {self.pod}".rstrip()
