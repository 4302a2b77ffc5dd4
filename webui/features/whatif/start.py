"""Start an inquiry for somebody who asks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from webui.core.accounts.quotas import requester_of
from webui.core.jobs import start as jobs
from webui.core.runs.models import Run
from webui.features.whatif.models import Inquiry
from webui.features.whatif.tasks import enqueue


def start(request: HttpRequest, run: Run, kind: str, **question: Any) -> Inquiry:
    """Return the inquiry of these fields that has neither failed nor been cancelled, or a new one; raise TooMany."""
    requester = requester_of(request)
    return jobs.start(Inquiry, enqueue, requester, {"inquiries": 1}, run=run, kind=kind, **question)
