"""The answer before the scheduler by a worker, where it takes longer than a request may take."""

from __future__ import annotations

import uuid

from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Router, Status

from webui.features.whatif.access import cancel, inquiry_for, run_that_is_over
from webui.features.whatif.models import Inquiry
from webui.features.whatif.schemas import QueueAskedIn, QueueAskedOut
from webui.features.whatif.start import start
from webui.ground.lib.errors import ErrorsOut, invalid

router = Router(tags=["repairs"])
QUEUE = (Inquiry.Kind.QUEUE,)


@router.post(
    "/runs/{uuid:run_id}/queues",
    response={202: QueueAskedOut, 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def ask_queue(request: HttpRequest, run_id: uuid.UUID, body: QueueAskedIn) -> Status[QueueAskedOut]:
    """Ask a worker what Kueue decided, or why one workload is not admitted; a GET answers at once if that is quick."""
    run = run_that_is_over(run_id)
    if not run.snapshot.summary.get("queued"):
        raise invalid("run", gettext("must be of a cluster with Kueue queues"))
    asked = start(request, run, Inquiry.Kind.QUEUE, pod=body.workload, node="", costs="{}", digest="")
    return Status(202, QueueAskedOut.of(asked))


@router.get("/queues/{uuid:inquiry_id}", response={200: QueueAskedOut, 404: ErrorsOut})
def get_queue_asked(request: HttpRequest, inquiry_id: uuid.UUID) -> QueueAskedOut:
    """Return how far the worker is, and at the end what was asked for."""
    return QueueAskedOut.of(inquiry_for(inquiry_id, QUEUE))


@router.post(
    "/queues/{uuid:inquiry_id}/cancel", response={202: QueueAskedOut, 403: ErrorsOut, 404: ErrorsOut}
)
def cancel_queue_asked(request: HttpRequest, inquiry_id: uuid.UUID) -> Status[QueueAskedOut]:
    """End what the caller asked, or what is about a link of theirs."""
    return Status(202, QueueAskedOut.of(cancel(request, inquiry_for(inquiry_id, QUEUE))))
