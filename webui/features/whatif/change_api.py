"""Changes that an explanation tries for one node, tried in a copy."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from ninja import Router, Status

from webui.core.runs.api import run_for
from webui.features.whatif.schemas import ChangeTrialIn, RepairTrialOut
from webui.features.whatif.trial import try_change
from webui.ground.lib.errors import ErrorsOut

router = Router(tags=["repairs"])


@router.post(
    "/runs/{uuid:run_id}/changes/try",
    response={201: RepairTrialOut, 404: ErrorsOut, 413: ErrorsOut, 422: ErrorsOut},
)
def try_one_change(
    request: HttpRequest, response: HttpResponse, run_id: uuid.UUID, body: ChangeTrialIn
) -> Status[RepairTrialOut]:
    """Make one change of a pod, as the fact `remedies` has them, in a copy of the scenario, and run the copy."""
    return Status(201, try_change(request, response, run_for(run_id), body.pod, body.change))
