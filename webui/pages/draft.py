from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from webui.lib.errors import Problem
from webui.runs.schemas import RunOut
from webui.runs.versions import OFFERED
from webui.scenarios.access import scenario_for
from webui.scenarios.schemas import ScenarioOut


@never_cache
def draft(request: HttpRequest, scenario_id: uuid.UUID) -> HttpResponse:
    """Render the workbench with the editor, for those who may see the draft."""
    try:
        scenario = scenario_for(request, scenario_id)
    except Problem as problem:
        raise Http404 from problem
    run = scenario.visible_run
    boot = {
        "kind": "draft",
        "scenario": ScenarioOut.of(scenario).model_dump(mode="json"),
        "snapshot": None,
        "run": RunOut.of(run).model_dump(mode="json") if run else None,
        "versions": OFFERED,
    }
    return render(request, "workbench.html", {"boot": boot, "title": scenario.title})
