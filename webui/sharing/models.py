from __future__ import annotations

from functools import cached_property
from typing import Any

import orjson
from django.db import models

from webui.sharing.ids import FULL_LENGTH


class Immutable(TypeError):
    """A snapshot was to be changed."""


class Snapshot(models.Model):
    """Everything that decides a result, under the name of its own content. Never changed once written."""

    class Visibility(models.TextChoices):
        UNLISTED = "unlisted"
        PUBLIC = "public"

    id = models.CharField(primary_key=True, max_length=FULL_LENGTH)
    name = models.CharField(max_length=FULL_LENGTH, unique=True, editable=False)  # the id is a prefix of it
    document = models.TextField(editable=False)  # canonical JSON, the bytes that the name is made from
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.UNLISTED)
    created = models.DateTimeField(auto_now_add=True)

    # Out of the document, so that polling a run does not load megabytes.
    title = models.CharField(max_length=200, editable=False)
    kubernetes_version = models.CharField(max_length=16, editable=False)
    seed = models.BigIntegerField(null=True, editable=False)
    summary = models.JSONField(editable=False)

    def __str__(self) -> str:
        return self.id

    def save(self, **kwargs: Any) -> None:
        if not self._state.adding:
            raise Immutable(f"snapshot {self.id} cannot be changed")
        super().save(**kwargs, force_insert=True)

    @cached_property
    def parsed(self) -> dict[str, Any]:
        document: dict[str, Any] = orjson.loads(self.document)
        return document

    @property
    def source(self) -> str:
        """The text as its author saw it, comments and all."""
        source: str = self.parsed["source"]
        return source

    @property
    def content(self) -> dict[str, Any]:
        """The objects and configuration that the engine runs."""
        content: dict[str, Any] = self.parsed["content"]
        return content
