from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models

from webui.core.snapshots.models import Snapshot

MOST_NOTES = 100  # of a run
MOST_TEXT = 2_000  # characters
MOST_PLACE = 600


class Note(models.Model):
    """A note that whoever made a run pinned to a step, a node or a number of it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    snapshot = models.ForeignKey(Snapshot, on_delete=models.CASCADE, related_name="notes")
    # The note that it is a copy of, from an earlier run of the draft; its own id if it is none.
    root = models.UUIDField(default=uuid.uuid4)
    place = models.CharField(max_length=MOST_PLACE, blank=True)  # the query of the walk that shows it
    text = models.TextField(max_length=MOST_TEXT)  # Markdown
    created = models.DateTimeField()
    edited = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["created", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["snapshot", "root"], name="one_copy_of_a_note_per_run")
        ]

    def __str__(self) -> str:
        return f"{self.snapshot_id}: {self.text[:40]}"
