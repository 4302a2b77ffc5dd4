from __future__ import annotations

from django.http import HttpRequest
from ninja import Router, Schema

from scheduler_core.contract import ExplainedMessage
from webui.features.messages.decode import decode
from webui.ground.lib.errors import ErrorsOut

router = Router(tags=["messages"])


class MessageIn(Schema, extra="forbid"):
    """`text` is what kubectl or a log printed, with a FailedScheduling message in it."""

    text: str


@router.post("/messages", response={200: ExplainedMessage, 422: ErrorsOut})
def explain(request: HttpRequest, body: MessageIn) -> ExplainedMessage:
    """Explain a FailedScheduling message and make up a cluster that gives it. Nothing is stored."""
    return decode(body.text)
