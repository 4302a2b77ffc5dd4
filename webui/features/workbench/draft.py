from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from webui.core.runs.schemas import RunOut
from webui.core.runs.versions import OFFERED
from webui.core.scenarios.models import Scenario
from webui.core.scenarios.schemas import ScenarioOut
from webui.features.workbench.guard import with_draft
from webui.features.workbench.run_page import RunPage


@with_draft
def draft(request: HttpRequest, scenario: Scenario) -> HttpResponse:
    """Render the workbench with the editor, for those who may see the draft."""
    run = scenario.visible_run
    boot = {
        "kind": "draft",
        "scenario": ScenarioOut.of(scenario).model_dump(mode="json"),
        "snapshot": None,
        "run": RunOut.of(run).model_dump(mode="json") if run else None,
        "versions": OFFERED,
    }
    context = {"boot": boot, "page": RunPage.of_draft(scenario, run), "title": scenario.title}
    return render(request, "workbench.html", context)
