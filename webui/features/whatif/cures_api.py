"""Changes that would let Kueue admit a workload."""

from __future__ import annotations

import uuid

from django.http import HttpRequest
from ninja import Router, Status

from webui.core.runs import cycles
from webui.features.whatif.access import cancel, inquiry_for, run_that_is_over
from webui.features.whatif.models import Inquiry
from webui.features.whatif.schemas import CuresIn, CuresOut, TriedOut
from webui.features.whatif.start import start
from webui.features.whatif.trial import try_cure
from webui.ground.lib.errors import ErrorsOut

router = Router(tags=["repairs"])
ADMIT = (Inquiry.Kind.ADMIT,)


@router.post(
    "/runs/{uuid:run_id}/cures",
    response={202: CuresOut, 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def start_cures(request: HttpRequest, run_id: uuid.UUID, body: CuresIn) -> Status[CuresOut]:
    """Ask which changes would let Kueue admit a workload that waits; each is made, and both halves are run."""
    run = run_that_is_over(run_id)
    cycles.waiting(run, body.workload)
    asked = start(request, run, Inquiry.Kind.ADMIT, pod=body.workload, node="", costs="{}", digest="")
    return Status(202, CuresOut.of(asked))


@router.get("/cures/{uuid:inquiry_id}", response={200: CuresOut, 404: ErrorsOut})
def get_cures(request: HttpRequest, inquiry_id: uuid.UUID) -> CuresOut:
    """Return the changes, once they were tried."""
    return CuresOut.of(inquiry_for(inquiry_id, ADMIT))


@router.post("/cures/{uuid:inquiry_id}/cancel", response={202: CuresOut, 403: ErrorsOut, 404: ErrorsOut})
def cancel_cures(request: HttpRequest, inquiry_id: uuid.UUID) -> Status[CuresOut]:
    """End a search that the caller started, or that is about a link of theirs."""
    return Status(202, CuresOut.of(cancel(request, inquiry_for(inquiry_id, ADMIT))))


@router.post(
    "/cures/{uuid:inquiry_id}/changes/{int:number}/try",
    response={202: TriedOut, 404: ErrorsOut, 429: ErrorsOut},
)
def try_one_cure(request: HttpRequest, inquiry_id: uuid.UUID, number: int) -> Status[TriedOut]:
    """Run the scenario with the change of this number (from 1). Nothing is stored but the answer."""
    return Status(202, TriedOut.of(try_cure(request, inquiry_for(inquiry_id, ADMIT), number)))
