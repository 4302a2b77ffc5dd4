from __future__ import annotations

from typing import ClassVar

from django.db import models

from webui.core.snapshots.models import Snapshot


class GalleryCase(models.Model):
    """A worked example: a question, its scenario, and the result of running it."""

    slug = models.SlugField(primary_key=True, max_length=80)
    position = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=80)
    topic = models.CharField(max_length=40)
    level = models.PositiveSmallIntegerField()
    question = models.CharField(max_length=120)
    story = models.TextField()
    answer = models.TextField()
    message = models.TextField(blank=True, default="", db_default="")
    unlike = models.TextField(blank=True, default="", db_default="")
    misconception = models.TextField(blank=True)
    fix = models.TextField(blank=True)
    differs = models.TextField(blank=True)
    origin = models.CharField(max_length=200, blank=True)
    infamous = models.BooleanField(default=False)

    snapshot = models.ForeignKey(Snapshot, on_delete=models.PROTECT, related_name="+")
    # The column is called as it was when the later version was always the newest.
    later = models.ForeignKey(
        Snapshot, null=True, on_delete=models.PROTECT, related_name="+", db_column="newest_id"
    )
    """The same content under a later version that ends otherwise."""
    outcome = models.CharField(max_length=120)
    picture = models.JSONField()
    prediction = models.JSONField(default=dict)
    figures = models.JSONField(default=dict)  # webui.features.gallery.question
    fingerprint = models.CharField(max_length=64)  # of the file and of the engine that ran it

    class Meta:
        ordering: ClassVar = ["position"]

    def __str__(self) -> str:
        return self.slug
