from __future__ import annotations

import uuid

from django.http import HttpRequest
from ninja import Router, Status

from scheduler_core.contract import PodExplanation
from webui.features.whatif.access import cancel, inquiry_for, question_costs, run_that_is_over
from webui.features.whatif.explaining import explained
from webui.features.whatif.models import Inquiry
from webui.features.whatif.schemas import InquiryIn, InquiryOut, RepairTrialIn, TriedOut
from webui.features.whatif.start import start
from webui.features.whatif.trial import try_repair
from webui.ground.lib.errors import ErrorsOut

router = Router(tags=["repairs"])
POD = (Inquiry.Kind.POD,)
REPAIRED = (Inquiry.Kind.POD, Inquiry.Kind.RUN)  # kinds whose answers have repairs


@router.post(
    "/runs/{uuid:run_id}/inquiries",
    response={202: InquiryOut, 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def start_inquiry(request: HttpRequest, run_id: uuid.UUID, body: InquiryIn) -> Status[InquiryOut]:
    """Ask what it would take to place a pod that is pending at the end of a run."""
    run, costs = run_that_is_over(run_id), question_costs(body.costs)
    inquiry = start(request, run, Inquiry.Kind.POD, pod=body.pod, node=body.node, costs=costs, digest="")
    return Status(202, InquiryOut.of(inquiry))


@router.get(
    "/runs/{uuid:run_id}/explanation",
    response={200: PodExplanation, 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut},
)
def get_explanation(request: HttpRequest, run_id: uuid.UUID, pod: str) -> PodExplanation:
    """Return why a pod (`namespace/name`) has its node or none, in the open form of docs/explanation.md.

    It has repairs once an inquiry about the pod, with the engine's costs and no node asked for, is finished.
    """
    return explained(run_that_is_over(run_id), pod)


@router.get("/inquiries/{uuid:inquiry_id}", response={200: InquiryOut, 404: ErrorsOut})
def get_inquiry(request: HttpRequest, inquiry_id: uuid.UUID) -> InquiryOut:
    """Return the answer as far as it is found."""
    return InquiryOut.of(inquiry_for(inquiry_id, POD))


@router.post(
    "/inquiries/{uuid:inquiry_id}/cancel", response={202: InquiryOut, 403: ErrorsOut, 404: ErrorsOut}
)
def cancel_inquiry(request: HttpRequest, inquiry_id: uuid.UUID) -> Status[InquiryOut]:
    """End a search that the caller started, or that is about a link of theirs. What was found stays."""
    return Status(202, InquiryOut.of(cancel(request, inquiry_for(inquiry_id, POD))))


@router.post(
    "/inquiries/{uuid:inquiry_id}/repairs/{int:number}/try",
    response={202: TriedOut, 404: ErrorsOut, 429: ErrorsOut},
)
def try_one(
    request: HttpRequest, inquiry_id: uuid.UUID, number: int, body: RepairTrialIn | None = None
) -> Status[TriedOut]:
    """Run the scenario with the repair of this number (from 1). Nothing is stored but the answer."""
    changes = body.changes if body else []
    return Status(202, TriedOut.of(try_repair(request, inquiry_for(inquiry_id, REPAIRED), number, changes)))
