from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from ninja import Router, Schema, Status
from pydantic import Field

from scheduler_core import AllowanceSpent, printed_report
from scheduler_core.contract import LintReport
from webui.core.accounts.quotas import requester_of
from webui.core.runs.immutable import immutable
from webui.core.snapshots.access import snapshot_for
from webui.core.snapshots.models import Snapshot
from webui.features.lint.check import checked, count_of
from webui.features.lint.job import LINT, LintTaskOut, report_of, request_for
from webui.features.lint.models import Lint
from webui.ground.lib.errors import ErrorsOut
from webui.ground.lib.fields import Unchecked

router = Router(tags=["lint"])


class LintIn(Schema, extra="forbid"):
    source: str
    on: str = Field(default="", description="A sample cluster for a workload without nodes")
    name: str = Field(default="", description="What `printed` calls the source", max_length=200)
    output: Literal["", "text", "json", "sarif", "gitlab"] = Field(
        default="", description="Also print the findings as the command does"
    )
    later: bool = Field(
        default=False, description="Let a worker compute it if it takes longer than a request may: 202"
    )


class LintOut(Schema):
    """The findings of a source, and the same as the command prints them if that is asked for."""

    report: Annotated[LintReport, Unchecked()]
    printed: str


class FindingsOut(Schema):
    findings: int | None


@router.post(
    "/lint", response={200: LintOut, 202: LintTaskOut, 413: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut}
)
def lint(request: HttpRequest, body: LintIn) -> LintOut | Status[LintTaskOut]:
    """Say what a source already says: constraints that never act, rollouts that hang, each shown by a run.

    Rules about nodes are applied if the source has nodes, or `on` a sample cluster. Nothing is stored of what can be
    linted at once. The rest is refused (422) or, with `later`, linted by a worker; its text is kept until then.
    """
    report = _report_or_job(request, body.source, body.on) if body.later else checked(body.source, body.on)
    if isinstance(report, Lint):
        return Status(202, LintTaskOut.of(report))
    sources = [(body.name or "source.yaml", body.source)]
    printed = printed_report(report, sources, body.output) if body.output else ""
    return LintOut(report=report, printed=printed)


def _report_or_job(request: HttpRequest, source: str, on: str) -> LintReport | Lint:
    """Return the report of a source, or the job that makes it. Raise Problem (413, 422), or TooMany (429)."""
    asked = request_for(source, on)
    if (ended := LINT.same(asked).filter(status=Lint.Status.FINISHED).first()) is not None:
        return report_of(ended)
    try:
        return checked(source, on)
    except AllowanceSpent:
        return LINT.start(asked, requester_of(request))


@router.get("/snapshots/{snapshot_id}/findings", response={200: FindingsOut, 404: ErrorsOut, 410: ErrorsOut})
def count_findings(request: HttpRequest, snapshot_id: str) -> HttpResponseBase:
    """Return how many errors and warnings the source of a snapshot has; null for one that takes a worker."""
    snapshot = snapshot_for(snapshot_id, without=("document",))
    return immutable(request, {"findings": _findings_of(snapshot.pk)})


@lru_cache(maxsize=1000)  # as for a run's answers: every view shows it, and a snapshot never changes
def _findings_of(snapshot_id: str) -> int | None:
    return count_of(Snapshot.objects.get(pk=snapshot_id).source)
