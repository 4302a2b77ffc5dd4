"""A repair made in a copy of the scenario."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from scheduler_core import InvalidInput, remedied_source, repaired_source
from scheduler_core.contract import RemedyChange, Repair
from webui.core.accounts.quotas import requester_of
from webui.core.runs.models import Run
from webui.core.scenarios import drafts
from webui.core.snapshots.models import Snapshot
from webui.features.whatif.models import Inquiry
from webui.features.whatif.schemas import RepairTrialOut
from webui.ground.lib.errors import Problem, items

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
    return _started(request, response, snapshot, source, " + ".join(repair["changes"]))


def try_change(
    request: HttpRequest, response: HttpResponse, run: Run, pod: str, change: RemedyChange
) -> RepairTrialOut:
    """Create a draft of the caller with a change of a pod made that an explanation tried, and start its run."""
    snapshot = run.snapshot
    try:
        source = remedied_source(snapshot.scenario(), pod, change, [snapshot.source])
    except InvalidInput as error:
        raise Problem(422, items(error.errors)) from error
    return _started(request, response, snapshot, source, pod.partition("/")[2])


def _started(
    request: HttpRequest, response: HttpResponse, snapshot: Snapshot, source: str, what: str
) -> RepairTrialOut:
    title = f"{snapshot.title}: {what}"[:TITLE_MAX]
    draft = drafts.create(request, response, title=title, source=source, forked_from=snapshot).scenario
    run = drafts.run(
        draft, requester_of(request), kubernetes_version=snapshot.kubernetes_version, seed=snapshot.seed
    )
    compare = reverse("comparison", args=[snapshot.pk, run.snapshot_id])
    return RepairTrialOut(scenario=draft.pk, run=run.pk, snapshot=run.snapshot_id, compare=compare)
