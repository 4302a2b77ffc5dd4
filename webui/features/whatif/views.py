from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from scheduler_core import DEFAULT_COSTS
from webui.core.runs.models import Run
from webui.core.runs.schemas import RunOut
from webui.core.runs.start import run_to_show
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Snapshot
from webui.features.workbench.guard import no_run_page, view_page, with_draft, with_snapshot_alone
from webui.features.workbench.run_page import RunPage

# The questions that the page answers: the last part of their addresses, and what their tabs say.
QUESTIONS = {
    "pod": _("This pod"),
    "run": _("Whole run"),
    "more": _("How many more"),
    "drop": _("Nodes to remove"),
}


@with_snapshot_alone
def snapshot_repairs(request: HttpRequest, snapshot: Snapshot, question: str = "pod") -> HttpResponse:
    """Render what it would take to place the pending pods of a snapshot's run, for anyone with the link."""
    run = run_to_show(snapshot)
    if run is None:
        return redirect("snapshot", snapshot.pk)
    return _page(request, RunPage.of_snapshot(snapshot, run), run, question)


@with_draft
def draft_repairs(request: HttpRequest, scenario: Scenario, question: str = "pod") -> HttpResponse:
    """Render the same of a draft's latest run, for those who may see the draft."""
    run = scenario.visible_run
    page = RunPage.of_draft(scenario, run)
    return no_run_page(request, page, "repairs") if run is None else _page(request, page, run, question)


def _page(request: HttpRequest, page: RunPage, run: Run, question: str) -> HttpResponse:
    address = f"{page.address}repairs/"
    boot = {
        "run": RunOut.of(run).model_dump(mode="json"),
        "summary": run.snapshot.summary,
        "costs": DEFAULT_COSTS,
        "question": question,
        "is_case": page.case is not None,
    }
    tabs = [
        (name, label, address if name == "pod" else f"{address}{name}/", name == question)
        for name, label in QUESTIONS.items()
    ]
    template = "repairs.html" if question == "pod" else "capacity.html"
    return view_page(request, template, page, boot, tabs=tabs)
