from __future__ import annotations

import uuid
from functools import lru_cache

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from ninja import Router, Status

from scheduler_core import printed_report
from webui.core.jobs.access import cancel
from webui.core.runs.immutable import immutable
from webui.core.snapshots.access import snapshot_for
from webui.core.snapshots.models import Snapshot
from webui.features.lint.check import checked, count_of
from webui.features.lint.models import Lint
from webui.features.lint.schemas import FindingsOut, LintIn, LintOut, LintTaskOut
from webui.features.lint.start import lint_for, report_of, report_or_task
from webui.ground.lib.errors import ErrorsOut

router = Router(tags=["lint"])


@router.post(
    "/lint", response={200: LintOut, 202: LintTaskOut, 413: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut}
)
def lint(request: HttpRequest, body: LintIn) -> LintOut | Status[LintTaskOut]:
    """Say what a source already says: constraints that never act, rollouts that hang, each shown by a run.

    Rules about nodes are applied if the source has nodes, or `on` a sample cluster. Nothing is stored of what can be
    linted at once. The rest is refused (422) or, with `later`, linted by a worker; its text is kept until then.
    """
    report = report_or_task(request, body.source, body.on) if body.later else checked(body.source, body.on)
    if isinstance(report, Lint):
        return Status(202, LintTaskOut.of(report))
    sources = [(body.name or "source.yaml", body.source)]
    printed = printed_report(report, sources, body.output) if body.output else ""
    return LintOut(report=report, printed=printed)


@router.get("/snapshots/{snapshot_id}/findings", response={200: FindingsOut, 404: ErrorsOut, 410: ErrorsOut})
def count_findings(request: HttpRequest, snapshot_id: str) -> HttpResponseBase:
    """Return how many errors and warnings the source of a snapshot has; null for one that takes a worker."""
    snapshot = snapshot_for(snapshot_id, without=("document",))
    return immutable(request, {"findings": _findings_of(snapshot.pk)})


@lru_cache(maxsize=1000)  # as for a run's answers: every view shows it, and a snapshot never changes
def _findings_of(snapshot_id: str) -> int | None:
    return count_of(Snapshot.objects.get(pk=snapshot_id).source)


@router.get("/lints/{uuid:lint_id}", response={200: LintTaskOut, 404: ErrorsOut})
def get_lint(request: HttpRequest, lint_id: uuid.UUID) -> LintTaskOut:
    """Return how far a worker is, and the findings once it is finished."""
    lint = lint_for(lint_id)
    return LintTaskOut.of(lint, report_of(lint) if lint.status == Lint.Status.FINISHED else None)


@router.post("/lints/{uuid:lint_id}/cancel", response={202: LintTaskOut, 403: ErrorsOut, 404: ErrorsOut})
def cancel_lint(request: HttpRequest, lint_id: uuid.UUID) -> Status[LintTaskOut]:
    """End a task that the caller started. The source may be linted again."""
    return Status(202, LintTaskOut.of(cancel(request, lint_for(lint_id))))
