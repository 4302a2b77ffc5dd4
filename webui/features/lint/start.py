"""Lint a source at once or, if that takes longer than a request may, as a task."""

from __future__ import annotations

import hashlib
import uuid

import orjson
from django.dispatch import receiver
from django.http import HttpRequest

from scheduler_core import RECORDING_FORMAT, AllowanceSpent
from scheduler_core.contract import LintReport
from webui.core.accounts.quotas import requester_of
from webui.core.jobs import start as jobs
from webui.core.jobs.access import cancelled
from webui.features.lint.check import checked
from webui.features.lint.models import Lint
from webui.features.lint.tasks import enqueue
from webui.ground.lib.errors import not_found


def report_or_task(request: HttpRequest, source: str, on: str) -> LintReport | Lint:
    """Return the report of a source, or the task that makes it. Raise Problem (413, 422), or TooMany (429)."""
    digest = hashlib.sha256(f"{on}\0{source}".encode()).hexdigest()
    ended = Lint.objects.filter(
        digest=digest, engine=str(RECORDING_FORMAT), status=Lint.Status.FINISHED
    ).first()
    if ended is not None:
        return report_of(ended)
    try:
        return checked(source, on)
    except AllowanceSpent:
        material = {"source": source, "on": on}
        return jobs.start(Lint, enqueue, requester_of(request), {"lints": 1}, material, digest=digest)


def report_of(lint: Lint) -> LintReport:
    """Return the report of a finished task."""
    report: LintReport = orjson.loads(lint.report)
    return report


def lint_for(lint_id: uuid.UUID) -> Lint:
    """Return the task. Raise Problem (404) if there is none."""
    lint = Lint.objects.defer("source").filter(pk=lint_id).first()
    if lint is None:
        raise not_found("lint")
    return lint


@receiver(cancelled, sender=Lint)
def forget_source(job: Lint, **_: object) -> None:
    """Forget the text of a task that was cancelled."""
    Lint.objects.filter(pk=job.pk).update(source="")
