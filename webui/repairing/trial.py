"""A repair made in a copy of the scenario."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from scheduler_core import InvalidInput, repaired_source
from scheduler_core.contract import Repair
from webui.accounts.quotas import requester_of
from webui.lib.errors import Problem, items
from webui.repairing.models import Inquiry
from webui.repairing.schemas import RepairTrialOut
from webui.scenarios import drafts

TITLE_MAX = 200


def try_repair(request: HttpRequest, response: HttpResponse, inquiry: Inquiry, number: int) -> RepairTrialOut:
    """Create a draft of the caller with the repair of this number (from 1) made, and start its run.

    Raise Problem (404) if there is no such repair.
    """
    repairs: list[Repair] = (inquiry.answer or {}).get("repairs", [])
    if not 1 <= number <= len(repairs):
        raise Problem(404, [{"path": "number", "message": f"must be from 1 to {len(repairs)}"}])
    repair, snapshot = repairs[number - 1], inquiry.run.snapshot
    try:
        source = repaired_source(snapshot.scenario(), repair, [snapshot.source])
    except InvalidInput as error:
        raise Problem(422, items(error.errors)) from error
    title = f"{snapshot.title}: {' + '.join(repair['changes'])}"[:TITLE_MAX]
    draft = drafts.create(request, response, title=title, source=source, forked_from=snapshot).scenario
    run = drafts.run(
        draft, requester_of(request), kubernetes_version=snapshot.kubernetes_version, seed=snapshot.seed
    )
    compare = reverse("comparison", args=[snapshot.pk, run.snapshot_id])
    return RepairTrialOut(scenario=draft.pk, run=run.pk, snapshot=run.snapshot_id, compare=compare)
