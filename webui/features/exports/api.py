from __future__ import annotations

import uuid

from django.http import HttpRequest
from django.urls import reverse
from ninja import Router, Schema

from webui.core.runs import cycles
from webui.core.runs.api import run_for
from webui.features.exports.issue import issue_block
from webui.ground.lib.errors import ErrorsOut

router = Router(tags=["exports"])


class IssueOut(Schema):
    """A step as Markdown, to be pasted where people argue."""

    markdown: str


@router.get("/runs/{uuid:run_id}/issue", response={200: IssueOut, 404: ErrorsOut, 409: ErrorsOut})
def get_issue(
    request: HttpRequest,
    run_id: uuid.UUID,
    pod: str = "",
    attempt: str = "",
    point: str = "",
    plugin: str = "",
    node: str = "",
) -> IssueOut:
    """Return an attempt as a block of Markdown: message, the sum that decided, the versions, and the link.

    Without a pod it is the most telling attempt. The versions are those of the newest upgrade matrix of the link in
    which the pod ends so, or the run's own alone if there is none.
    """
    run = run_for(run_id)
    cycles.require_ended(run)
    step = {"pod": pod, "attempt": attempt or "1", "point": point, "plugin": plugin, "node": node}
    page = request.build_absolute_uri(reverse("snapshot", args=[run.snapshot_id]))
    return IssueOut(markdown=issue_block(run, step, page))
