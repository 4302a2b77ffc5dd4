from __future__ import annotations

import uuid
from functools import partial

import orjson
from django.http import HttpRequest, HttpResponse
from ninja import Router, Status

from scheduler_core import DEFAULT_COSTS
from webui.accounts.quotas import requester_of, spend
from webui.jobs.start import start
from webui.lib.errors import ErrorsOut, Problem, invalid, not_found
from webui.repairing.models import Inquiry
from webui.repairing.schemas import InquiryIn, InquiryOut, RepairTrialOut
from webui.repairing.tasks import enqueue
from webui.repairing.trial import try_repair
from webui.runs.api import run_for
from webui.runs.models import Run
from webui.snapshots.access import is_expired

router = Router(tags=["repairs"])


@router.post(
    "/runs/{uuid:run_id}/inquiries",
    response={202: InquiryOut, 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def start_inquiry(request: HttpRequest, run_id: uuid.UUID, body: InquiryIn) -> Status[InquiryOut]:
    """Ask what it would take to place a pod that is pending at the end of a run."""
    run = run_for(run_id)
    if run.status != Run.Status.FINISHED:
        raise Problem(409, [{"path": "run", "message": "is not over: ask again when it is"}])
    defaults: dict[str, float] = {str(kind): cost for kind, cost in DEFAULT_COSTS.items()}
    if unknown := sorted(body.costs.keys() - defaults.keys()):
        raise invalid("costs", f"must be by {', '.join(defaults)}; got {unknown[0]}")
    costs = {kind: cost for kind, cost in body.costs.items() if cost != defaults[kind]}
    text = orjson.dumps(costs, option=orjson.OPT_SORT_KEYS).decode()
    charge = partial(spend, requester_of(request), "inquiries")
    inquiry = start(Inquiry, enqueue, charge, run=run, pod=body.pod, node=body.node, costs=text)
    return Status(202, InquiryOut.of(inquiry))


@router.get("/inquiries/{uuid:inquiry_id}", response={200: InquiryOut, 404: ErrorsOut})
def get_inquiry(request: HttpRequest, inquiry_id: uuid.UUID) -> InquiryOut:
    """Return the answer as far as it is found."""
    return InquiryOut.of(_inquiry_for(inquiry_id))


@router.post("/inquiries/{uuid:inquiry_id}/cancel", response={202: InquiryOut, 404: ErrorsOut})
def cancel_inquiry(request: HttpRequest, inquiry_id: uuid.UUID) -> Status[InquiryOut]:
    """End the search. What was found until then stays."""
    inquiry = _inquiry_for(inquiry_id)
    Inquiry.objects.filter(pk=inquiry.pk, status__in=Inquiry.UNFINISHED).update(
        status=Inquiry.Status.CANCELLED
    )
    return Status(202, InquiryOut.of(_inquiry_for(inquiry_id)))


@router.post(
    "/inquiries/{uuid:inquiry_id}/repairs/{int:number}/try",
    response={201: RepairTrialOut, 404: ErrorsOut, 413: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def try_one(
    request: HttpRequest, response: HttpResponse, inquiry_id: uuid.UUID, number: int
) -> Status[RepairTrialOut]:
    """Make the repair of this number (from 1) in a copy of the scenario, and run the copy."""
    return Status(201, try_repair(request, response, _inquiry_for(inquiry_id), number))


def _inquiry_for(inquiry_id: uuid.UUID) -> Inquiry:
    """Return the inquiry. Raise Problem (404) if there is none or the link of its run has expired."""
    found = Inquiry.objects.select_related("run__snapshot").defer("run__snapshot__document")
    inquiry = found.filter(pk=inquiry_id).first()
    if inquiry is None or is_expired(inquiry.run.snapshot):
        raise not_found("inquiry")
    return inquiry
