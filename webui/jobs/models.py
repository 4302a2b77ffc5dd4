from __future__ import annotations

import uuid
from datetime import timedelta
from typing import ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from webui.runs import limits

PATIENCE = timedelta(seconds=10)  # for a worker to claim a queued job


class Job(models.Model):
    """Work that a request starts and a worker does, other than runs: its state, and the worker's lease."""

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        FINISHED = "finished"
        FAILED = "failed"
        CANCELLED = "cancelled"

    UNFINISHED: ClassVar = (Status.QUEUED, Status.RUNNING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    engine = models.CharField(max_length=16)  # the format number of the logs that its runs would write
    status = models.CharField(max_length=9, choices=Status, default=Status.QUEUED)
    error = models.TextField(blank=True)
    created = models.DateTimeField(auto_now_add=True)

    # The worker's lease, see webui.runs.models.Run. It lasts as long as the job may compute.
    lease_owner = models.CharField(max_length=64, blank=True)
    lease_until = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    @classmethod
    def claim(cls, pk: uuid.UUID, *, owner: str) -> Self | None:
        """Take the lease on an unfinished job; return None if it has ended or another worker has the lease.

        The owner is the queue message, see `webui.runs.execute.claim`.
        """
        now = timezone.now()
        is_available = Q(lease_until=None) | Q(lease_until__lt=now) | Q(lease_owner=owner)
        claimed = cls._default_manager.filter(is_available, pk=pk, status__in=cls.UNFINISHED).update(
            status=cls.Status.RUNNING,
            lease_owner=owner,
            lease_until=now + limits.run_time() + limits.lease(),
        )
        return cls._default_manager.get(pk=pk) if claimed else None

    def is_abandoned(self) -> bool:
        """Return whether no worker has taken up the job, or the one that did is gone."""
        now = timezone.now()
        if self.status == self.Status.RUNNING:
            return self.lease_until is None or self.lease_until < now
        return self.status == self.Status.QUEUED and self.created < now - PATIENCE
