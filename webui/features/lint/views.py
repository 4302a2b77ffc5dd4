from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from webui.core.runs.models import Run
from webui.core.runs.schemas import RunOut
from webui.core.runs.start import run_to_show
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Snapshot
from webui.features.lint.check import MAX_SOURCE
from webui.features.workbench.guard import view_page, with_draft, with_snapshot
from webui.features.workbench.run_page import RunPage


@with_snapshot
def snapshot_lint(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Render the findings of a snapshot's source, for anyone with the link."""
    run = run_to_show(snapshot)
    return _page(request, RunPage.of_snapshot(snapshot, run), snapshot.source, run, None)


@with_draft
def draft_lint(request: HttpRequest, scenario: Scenario) -> HttpResponse:
    """Render the findings of a draft with their fixes, for those who may change the draft."""
    draft = {"id": str(scenario.pk), "updated": scenario.updated.isoformat()}
    run = scenario.visible_run
    return _page(request, RunPage.of_draft(scenario, run), scenario.source, run, draft)


def _page(
    request: HttpRequest, page: RunPage, source: str, run: Run | None, draft: dict[str, str] | None
) -> HttpResponse:
    boot = {
        "title": page.name,
        "source": source if len(source) <= MAX_SOURCE else None,
        "draft": draft,
        "run": RunOut.of(run).model_dump(mode="json") if run else None,
    }
    return view_page(request, "lint.html", page, boot)
