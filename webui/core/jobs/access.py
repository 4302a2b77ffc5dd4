"""Who may end a job: the answers are open to everybody who has the link, ending the work is not."""

from __future__ import annotations

from typing import TypeVar

from django.dispatch import Signal
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from webui.core.accounts.quotas import requester_of
from webui.core.jobs.models import Job
from webui.core.snapshots.keepers import is_keeper
from webui.core.snapshots.models import Snapshot
from webui.ground.lib.errors import Problem

NOT_THE_STARTER = gettext_lazy("only the person who started this, or who shared its link, may cancel it")

J = TypeVar("J", bound=Job)

# Sent by the class of a job with `job` when it was cancelled, for what goes with it.
cancelled = Signal()


def cancel(request: HttpRequest, job: J, snapshot: Snapshot | None = None) -> J:
    """End the job, if it goes on, and return it as it is then.

    What it has found stays, and it may be asked for again.

    Raise Problem (403) unless the caller is the starter, keeps the snapshot or may cancel any run.
    """
    is_starter = job.starter != "" and job.starter == requester_of(request).person
    keeps_link = snapshot is not None and is_keeper(request, snapshot)
    may_cancel_runs = request.user.is_authenticated and request.user.has_perm("runs.change_run")
    if not (is_starter or keeps_link or may_cancel_runs):
        raise Problem(403, [{"path": "", "message": str(NOT_THE_STARTER)}])
    end(job)
    job.refresh_from_db(fields=["status"])
    return job


def end(job: Job) -> None:
    """Cancel the job, if it goes on, whoever asks. Its worker looks within a second."""
    unfinished = type(job)._default_manager.filter(pk=job.pk, status__in=Job.UNFINISHED)
    if unfinished.update(status=Job.Status.CANCELLED):
        cancelled.send(type(job), job=job)
