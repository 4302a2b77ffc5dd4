from __future__ import annotations

from django.db import models

from webui.ground.lib.work import Requested


class Job(Requested):
    """Work other than runs that somebody asks for."""

    engine = models.CharField(max_length=16)  # the format number of the logs that its runs would write

    class Meta:
        abstract = True
