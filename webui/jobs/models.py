from __future__ import annotations

from django.db import models

from webui.lib.work import Work


class Job(Work):
    """Work other than runs."""

    engine = models.CharField(max_length=16)  # the format number of the logs that its runs would write

    class Meta:
        abstract = True
