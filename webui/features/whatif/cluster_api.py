"""Inquiries about the whole cluster."""

from __future__ import annotations

import hashlib
import uuid

import orjson
from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Router, Status

from webui.features.whatif.access import cancel, inquiry_for, question_costs, run_that_is_over
from webui.features.whatif.cluster_schemas import ClusterInquiryIn, ClusterInquiryOut
from webui.features.whatif.models import Inquiry
from webui.features.whatif.start import start
from webui.ground.lib.errors import ErrorsOut, invalid

router = Router(tags=["repairs"])
CLUSTER = (Inquiry.Kind.RUN, Inquiry.Kind.CAPACITY, Inquiry.Kind.REMOVAL)


@router.post(
    "/runs/{uuid:run_id}/cluster-inquiries",
    response={202: ClusterInquiryOut, 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def start_cluster_inquiry(
    request: HttpRequest, run_id: uuid.UUID, body: ClusterInquiryIn
) -> Status[ClusterInquiryOut]:
    """Ask what places most pending pods of a run, how many more pods fit, or which nodes could go."""
    run, question, costs = run_that_is_over(run_id), "", "{}"
    if body.kind == "run":
        costs = question_costs(body.costs)
    if body.kind == "capacity":
        if not body.mix and not body.template:
            raise invalid("mix", gettext("must name a pod, or there must be a template"))
        asked = body.model_dump(mode="json", include={"mix", "template", "count", "key"})
        question = orjson.dumps(asked, option=orjson.OPT_SORT_KEYS).decode()
    digest = hashlib.sha256(question.encode()).hexdigest() if question else ""
    fields = {"pod": "", "node": "", "costs": costs, "question": question, "digest": digest}
    inquiry = start(request, run, body.kind, **fields)
    return Status(202, ClusterInquiryOut.of(inquiry))


@router.get("/cluster-inquiries/{uuid:inquiry_id}", response={200: ClusterInquiryOut, 404: ErrorsOut})
def get_cluster_inquiry(request: HttpRequest, inquiry_id: uuid.UUID) -> ClusterInquiryOut:
    """Return the answer as far as it is found."""
    return ClusterInquiryOut.of(inquiry_for(inquiry_id, CLUSTER))


@router.post(
    "/cluster-inquiries/{uuid:inquiry_id}/cancel",
    response={202: ClusterInquiryOut, 403: ErrorsOut, 404: ErrorsOut},
)
def cancel_cluster_inquiry(request: HttpRequest, inquiry_id: uuid.UUID) -> Status[ClusterInquiryOut]:
    """End a search that the caller started, or that is about a link of theirs. What was found stays."""
    return Status(202, ClusterInquiryOut.of(cancel(request, inquiry_for(inquiry_id, CLUSTER))))
