"""Start an inquiry for somebody who asks."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest

from webui.accounts.quotas import requester_of, spend
from webui.jobs import start as jobs
from webui.repairing.models import Inquiry
from webui.repairing.tasks import enqueue
from webui.runs.models import Run


def start(request: HttpRequest, run: Run, kind: str, **question: Any) -> Inquiry:
    """Return the inquiry of these fields that has neither failed nor been cancelled, or a new one; raise TooMany."""
    requester = requester_of(request)
    charge = partial(spend, requester, "inquiries")
    return jobs.start(Inquiry, enqueue, charge, requester.person, run=run, kind=kind, **question)
