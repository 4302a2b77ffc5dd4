from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from scheduler_core import Scenario, content_text, find_version
from scheduler_core.contract import ScenarioContent
from webui.core.snapshots.document import Document, read
from webui.core.snapshots.ids import FULL_LENGTH
from webui.ground.lib.compressed import CompressedTextField


class Immutable(TypeError):
    """Attempt to change a stored snapshot."""


class Snapshot(models.Model):
    """Everything that determines a result, named after its content. Never changed after creation."""

    class Visibility(models.TextChoices):
        UNLISTED = "unlisted"
        PUBLIC = "public"

    id = models.CharField(primary_key=True, max_length=FULL_LENGTH)
    name = models.CharField(max_length=FULL_LENGTH, unique=True, editable=False)  # the id is a prefix of it
    document = CompressedTextField(editable=False)  # canonical JSON, the bytes that the name is made from
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.UNLISTED)
    created = models.DateTimeField(auto_now_add=True)
    # Not part of the content: when the link expires. Its keepers may change that. None: never.
    expires = models.DateTimeField(null=True, db_index=True)

    # The link whose variant somebody else than its keepers ran. Without a keeper of its own it ends with that link.
    original = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="variants")

    # Copied from the document, so that polling a run does not load megabytes.
    title = models.CharField(max_length=200, editable=False)
    kubernetes_version = models.CharField(max_length=64, editable=False)
    seed = models.BigIntegerField(null=True, editable=False)
    summary = models.JSONField(editable=False)

    def __str__(self) -> str:
        return self.id

    def save(self, **kwargs: Any) -> None:
        if not self._state.adding:
            raise Immutable(f"snapshot {self.id} cannot be changed")
        super().save(**kwargs, force_insert=True)

    @cached_property
    def parsed(self) -> Document:
        """The document in the current schema."""
        return read(self.document)

    @property
    def source(self) -> str:
        """The source text as its author wrote it, with comments; of a large dump what was stored of it."""
        source = self.parsed["source"]
        return content_text(self.content) if source is None else source

    @property
    def content(self) -> ScenarioContent:
        """The objects and configuration that the engine runs."""
        return self.parsed["content"]

    def scenario(self) -> Scenario:
        """Return the scenario for its own version, which alone may read its configuration; raise InvalidInput."""
        return Scenario.from_content(self.content, version=find_version(self.kubernetes_version))

    @property
    def forked_from(self) -> str | None:
        """The id of the snapshot that its author started from."""
        return self.parsed["forked_from"]


class Keeper(models.Model):
    """A browser or account that shared a snapshot: it sets the expiry and may delete the link.

    Without keepers a public snapshot stays; for others see Snapshot.original and webui.site.retention.
    """

    snapshot = models.ForeignKey(Snapshot, on_delete=models.CASCADE, related_name="keepers")
    holder = models.CharField(max_length=64, db_index=True, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    key_hash = models.CharField(max_length=64, blank=True)  # of the recovery code; empty without one

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["snapshot", "holder"], condition=~models.Q(holder=""), name="one_keeper_per_browser"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["key_hash"], condition=~models.Q(key_hash=""), name="keepers_by_key")
        ]

    def __str__(self) -> str:
        return f"{self.snapshot_id} by {self.user_id or self.holder}"


class Tombstone(models.Model):
    """What remains of a snapshot that is gone: when and why. Its id is never used again."""

    class Why(models.TextChoices):
        DELETED = "deleted"
        EXPIRED = "expired"

    id = models.CharField(primary_key=True, max_length=FULL_LENGTH)
    why = models.CharField(max_length=8, choices=Why)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.id} {self.why}"
