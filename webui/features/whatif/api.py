from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Annotated

import orjson
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from ninja import Router, Schema, Status
from pydantic import Field

from scheduler_core import explanation, repaired_source
from scheduler_core.contract import PodExplanation, QueueCure, Repair, RepairOperation
from webui.core.accounts.quotas import requester_of
from webui.core.jobs.api import job_for, run_that_is_over
from webui.core.runs import cycles
from webui.core.runs.api import run_for
from webui.core.runs.models import Run
from webui.core.scenarios import drafts
from webui.features.whatif.job import CURES, POD, TRIAL, WHOLE_RUN, TriedOut, costs_text
from webui.features.whatif.models import Inquiry
from webui.ground.lib.errors import ErrorsOut, Problem, engine_refusals

router = Router(tags=["repairs"])
TITLE_MAX = 200


class RepairTrialIn(Schema, extra="forbid"):
    changes: Annotated[
        list[Annotated[str, Field(max_length=2000)]],
        Field(
            max_length=20,
            description="The intended repair's changes, in case a search has reordered the repairs",
        ),
    ] = Field(default_factory=list)


class RepairTrialOut(Schema):
    """A copy of the scenario with what was tried: the draft, the snapshot of its run, and the comparison."""

    scenario: uuid.UUID
    run: uuid.UUID
    snapshot: str
    compare: str


@router.get(
    "/runs/{uuid:run_id}/explanation",
    response={200: PodExplanation, 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut},
)
def get_explanation(request: HttpRequest, run_id: uuid.UUID, pod: str) -> PodExplanation:
    """Return why a pod (`namespace/name`) has its node or none, in the open form of docs/explanation.md.

    It has repairs once an inquiry about the pod, with the engine's costs and no node asked for, is finished.
    """
    run = run_that_is_over(run_for(run_id))
    same = Inquiry.objects.filter(**POD.request(run, pod=pod, costs=costs_text({})).question)
    inquiry = same.filter(status=Inquiry.Status.FINISHED).order_by("-created").first()
    with cycles.reading(run) as recording, engine_refusals():
        return explanation(recording, pod, inquiry.answer if inquiry else None)


@router.post(
    "/inquiries/{uuid:inquiry_id}/repairs/{int:number}/try",
    response={202: TriedOut, 404: ErrorsOut, 429: ErrorsOut},
)
def try_repair(
    request: HttpRequest, inquiry_id: uuid.UUID, number: int, body: RepairTrialIn | None = None
) -> Status[TriedOut]:
    """Run the scenario with the repair of this number (from 1). Nothing is stored but the answer."""
    inquiry = job_for(inquiry_id, [POD, WHOLE_RUN])
    repairs: list[Repair] = (inquiry.answer or {}).get("repairs", [])
    _require_number(number, repairs)
    repair = repairs[number - 1]
    if body and body.changes and repair["changes"] != body.changes:
        moved = next((other for other in repairs if other["changes"] == body.changes), None)
        if moved is None:
            raise Problem(
                404,
                [{"path": "changes", "message": gettext("no longer belong to a repair: choose another")}],
            )
        repair = moved
    return _try(request, inquiry.run, " + ".join(repair["changes"]), repair["operations"])


@router.post(
    "/cures/{uuid:inquiry_id}/changes/{int:number}/try",
    response={202: TriedOut, 404: ErrorsOut, 429: ErrorsOut},
)
def try_cure(request: HttpRequest, inquiry_id: uuid.UUID, number: int) -> Status[TriedOut]:
    """Run the scenario with the change of this number (from 1). Nothing is stored but the answer."""
    inquiry = job_for(inquiry_id, [CURES])
    cures: list[QueueCure] = (inquiry.answer or {}).get("cures", [])
    _require_number(number, cures)
    cure = cures[number - 1]
    return _try(request, inquiry.run, cure["change"]["text"], cure["operations"])


def _require_number(number: int, found: Sequence[Repair] | Sequence[QueueCure]) -> None:
    if not 1 <= number <= len(found):
        message = gettext("must be from 1 to %(most)s") % {"most": len(found)}
        raise Problem(404, [{"path": "number", "message": message}])


def _try(
    request: HttpRequest, run: Run, what: str, operations: Sequence[RepairOperation]
) -> Status[TriedOut]:
    trial = TRIAL.start(TRIAL.of_operations(run, what, operations), requester_of(request))
    return Status(202, TriedOut.of(trial))


@router.post(
    "/trials/{uuid:trial_id}/copy",
    response={201: RepairTrialOut, 404: ErrorsOut, 413: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def copy_trial(request: HttpRequest, response: HttpResponse, trial_id: uuid.UUID) -> Status[RepairTrialOut]:
    """Make the change in a copy of the scenario, and run the copy: its snapshot is the link to what was tried."""
    trial = job_for(trial_id, [TRIAL])
    snapshot, question = trial.run.snapshot, orjson.loads(trial.question)
    with engine_refusals():
        source = repaired_source(cycles.scenario(trial.run), question["operations"], [snapshot.source])
    title = f"{snapshot.title}: {question['what']}"[:TITLE_MAX]
    draft = drafts.create(request, response, title=title, source=source, forked_from=snapshot).scenario
    run = drafts.run(
        draft, requester_of(request), kubernetes_version=snapshot.kubernetes_version, seed=snapshot.seed
    )
    compare = reverse("comparison", args=[snapshot.pk, run.snapshot_id])
    return Status(
        201, RepairTrialOut(scenario=draft.pk, run=run.pk, snapshot=run.snapshot_id, compare=compare)
    )
