from __future__ import annotations

from django.http import HttpRequest
from ninja import Router

from scheduler_core import printed_report
from webui.lib.errors import ErrorsOut
from webui.linting.check import checked
from webui.linting.schemas import LintIn, LintOut

router = Router(tags=["lint"])


@router.post("/lint", response={200: LintOut, 413: ErrorsOut, 422: ErrorsOut})
def lint(request: HttpRequest, body: LintIn) -> LintOut:
    """Say what a source already says: constraints that never act, rollouts that hang, each shown by a run.

    Nothing is stored. Rules about nodes are applied if the source has nodes, or `on` a sample cluster.
    """
    report = checked(body.source, body.on)
    sources = [(body.name or "source.yaml", body.source)]
    printed = printed_report(report, sources, body.output) if body.output else ""
    return LintOut(report=report, printed=printed)
