from __future__ import annotations

import secrets
import uuid
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import Group
from django.db import models

from webui.core.runs.models import Run
from webui.core.snapshots.access import is_expired
from webui.core.snapshots.models import Snapshot
from webui.ground.lib.compressed import CompressedTextField


def new_nonce() -> str:
    return secrets.token_hex(16)


class Scenario(models.Model):
    """An editable draft, private to its owner. Requests get it only through webui.core.scenarios.access."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    title = models.CharField(max_length=200)
    source = CompressedTextField()
    # The result of the last check, so that reading a draft does not parse its source.
    summary = models.JSONField(null=True)
    errors = models.JSONField(default=list)

    holder = models.CharField(max_length=64, db_index=True, blank=True)  # empty if it belongs to an account
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="scenarios"
    )
    team = models.ForeignKey(Group, null=True, on_delete=models.SET_NULL, related_name="scenarios")
    team_edits = models.BooleanField(default=False)  # members may change it, not only see it
    edit_key_hash = models.CharField(max_length=64, db_index=True)
    # Part of the snapshots made from this draft: equal content gives the same link, which cannot be guessed.
    nonce = models.CharField(max_length=32, default=new_nonce, editable=False)

    forked_from = models.ForeignKey(Snapshot, null=True, on_delete=models.SET_NULL, related_name="forks")
    last_run = models.ForeignKey(Run, null=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["-updated"]

    def __str__(self) -> str:
        return f"{self.title} ({self.id})"

    @property
    def visible_run(self) -> Run | None:
        """The last run, unless the link to its snapshot has expired."""
        run = self.last_run
        return None if run is None or is_expired(run.snapshot) else run


class PastRun(models.Model):
    """An entry of a draft's history: a run that it started, and when it last did so."""

    scenario = models.ForeignKey(Scenario, on_delete=models.CASCADE, related_name="history")
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    live = models.BooleanField(default=False)  # nobody asked for it: the next run takes its place
    # A webui.core.snapshots.changes.Change against the run before it; null if that is not known.
    change = models.JSONField(null=True)

    class Meta:
        ordering: ClassVar = ["-at"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["scenario", "run"], name="one_entry_per_run_of_a_draft")
        ]

    def __str__(self) -> str:
        return f"{self.scenario_id} {self.at:%Y-%m-%d %H:%M}"
