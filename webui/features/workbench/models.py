from __future__ import annotations

from django.db import models

from webui.core.runs.models import Run
from webui.ground.lib.compressed import CompressedTextField


class StoredVerdict(models.Model):
    """What a page without scripts says of a finished run, so that no reader waits for a cycle to be computed again.

    `content` is JSON of a webui.features.workbench.verdict.stored.Content in the form of that number.
    """

    run = models.OneToOneField(Run, primary_key=True, on_delete=models.CASCADE, related_name="verdict")
    form = models.PositiveSmallIntegerField()
    content = CompressedTextField()

    def __str__(self) -> str:
        return f"{self.run_id} in form {self.form}"
