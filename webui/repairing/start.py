"""Start an inquiry for somebody who asks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from webui.accounts.quotas import requester_of
from webui.jobs import start as jobs
from webui.repairing.models import Inquiry
from webui.repairing.tasks import enqueue
from webui.runs.models import Run


def start(request: HttpRequest, run: Run, kind: str, **question: Any) -> Inquiry:
    """Return the inquiry of these fields that has neither failed nor been cancelled, or a new one; raise TooMany."""
    requester = requester_of(request)
    return jobs.start(Inquiry, enqueue, requester, {"inquiries": 1}, run=run, kind=kind, **question)
