from __future__ import annotations

from typing import ClassVar

from django.db import models

from webui.core.jobs.models import Job
from webui.ground.lib.compressed import CompressedTextField
from webui.ground.lib.work import one_good


class Lint(Job):
    """A source that takes longer to lint than a request may take. `digest` stands for it and the sample cluster.

    The source is there until the job has ended.
    """

    LINK: ClassVar = ""
    LARGE: ClassVar = ("source",)

    source = CompressedTextField(default="")
    on = models.CharField(max_length=63, blank=True)  # a sample cluster
    digest = models.CharField(max_length=64)
    done = models.PositiveIntegerField(default=0, db_default=0)  # rules that were applied
    report = CompressedTextField(default="")  # JSON of a scheduler_core.contract.LintReport

    class Meta:
        constraints: ClassVar = [one_good("digest", "engine", name="one_good_lint_per_source")]

    def __str__(self) -> str:
        return f"{self.id}: {self.done} rules"
