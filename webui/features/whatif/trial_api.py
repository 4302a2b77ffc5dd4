"""Changes that are tried on a run."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from ninja import Router, Status

from webui.features.whatif.access import cancel, inquiry_for, run_that_is_over
from webui.features.whatif.models import Inquiry
from webui.features.whatif.schemas import ChangeTrialIn, RepairTrialOut, TriedOut
from webui.features.whatif.trial import copy_of, try_change
from webui.ground.lib.errors import ErrorsOut

router = Router(tags=["repairs"])
TRIAL = (Inquiry.Kind.TRIAL,)


@router.post(
    "/runs/{uuid:run_id}/changes/try",
    response={202: TriedOut, 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def try_one_change(request: HttpRequest, run_id: uuid.UUID, body: ChangeTrialIn) -> Status[TriedOut]:
    """Run the scenario with one change of a pod, as the fact `remedies` has them. Nothing is stored but the answer."""
    return Status(202, TriedOut.of(try_change(request, run_that_is_over(run_id), body.pod, body.change)))


@router.get("/trials/{uuid:trial_id}", response={200: TriedOut, 404: ErrorsOut})
def get_trial(request: HttpRequest, trial_id: uuid.UUID) -> TriedOut:
    """Return how far the run with the change is, and what it comes to."""
    return TriedOut.of(inquiry_for(trial_id, TRIAL))


@router.post("/trials/{uuid:trial_id}/cancel", response={202: TriedOut, 403: ErrorsOut, 404: ErrorsOut})
def cancel_trial(request: HttpRequest, trial_id: uuid.UUID) -> Status[TriedOut]:
    """End a trial that the caller started, or that is about a link of theirs."""
    return Status(202, TriedOut.of(cancel(request, inquiry_for(trial_id, TRIAL))))


@router.post(
    "/trials/{uuid:trial_id}/copy",
    response={201: RepairTrialOut, 404: ErrorsOut, 413: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def copy_trial(request: HttpRequest, response: HttpResponse, trial_id: uuid.UUID) -> Status[RepairTrialOut]:
    """Make the change in a copy of the scenario, and run the copy: its snapshot is the link to what was tried."""
    return Status(201, copy_of(request, response, inquiry_for(trial_id, TRIAL)))
