from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from webui.jobs.models import Job
from webui.runs.models import Run


class Inquiry(Job):
    """The question what it would take to place a pod of a run, and its answer as far as it is found."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="inquiries")
    pod = models.CharField(max_length=512)  # namespace/name
    node = models.CharField(max_length=253, blank=True)  # that the pod is to get; empty: any
    costs = models.CharField(max_length=255)  # canonical JSON: by kind of change, without those of the engine
    answer = models.JSONField(null=True)  # a scheduler_core.contract.WhatIf

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["run", "pod", "node", "costs", "engine"],
                condition=~Q(status__in=("failed", "cancelled")),
                name="one_good_inquiry_per_pod",
            )
        ]

    def __str__(self) -> str:
        return f"{self.id}: {self.pod}"
