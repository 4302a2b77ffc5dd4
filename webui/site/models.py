from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone


class Timetable(models.Model):
    """Work that one process does at a time, and when it is due again."""

    name = models.CharField(primary_key=True, max_length=32)
    due = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.due}"

    @classmethod
    def claim(cls, name: str, *, every: timedelta) -> bool:
        """Return whether the caller is to do the work, which is then due again after `every`."""
        now: datetime = timezone.now()
        cls.objects.get_or_create(name=name, defaults={"due": now})
        return bool(cls.objects.filter(name=name, due__lte=now).update(due=now + every))
