from __future__ import annotations

from typing import ClassVar, Self

from django.apps import apps
from django.db import models

from webui.ground.lib.work import Requested


class Job(Requested):
    """Work other than runs that somebody asks for. webui.core.jobs.kinds says what kinds there are."""

    LINK: ClassVar[str] = "snapshot"  # the relation to the link that the job is about; "" without one
    LARGE: ClassVar[tuple[str, ...]] = ()  # fields that an answer about the job does not need

    engine = models.CharField(max_length=16)  # the format number of the logs that its runs would write

    class Meta:
        abstract = True

    @classmethod
    def shown(cls) -> models.QuerySet[Self]:
        """Return the jobs with their links, without what is large in either."""
        if not cls.LINK:
            return cls._default_manager.defer(*cls.LARGE)
        linked = cls._default_manager.select_related(cls.LINK)
        return linked.defer(f"{cls.LINK}__document", *cls.LARGE)


def job_models() -> list[type[Job]]:
    """Return the models of all kinds of jobs."""
    return [model for model in apps.get_models() if issubclass(model, Job)]
