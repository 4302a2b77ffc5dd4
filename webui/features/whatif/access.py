"""Which inquiry is meant, and what every question has in common."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping

import orjson
from django.http import HttpRequest
from django.utils.translation import gettext

from scheduler_core import DEFAULT_COSTS
from webui.core.jobs import access as jobs
from webui.core.runs.api import run_for
from webui.core.runs.models import Run
from webui.core.snapshots.access import is_expired
from webui.features.whatif.models import Inquiry
from webui.ground.lib.errors import Problem, invalid, not_found


def inquiry_for(inquiry_id: uuid.UUID, kinds: Collection[str]) -> Inquiry:
    """Return the inquiry. Raise Problem (404) if there is none of these kinds or the link of its run has expired."""
    inquiries = Inquiry.objects.select_related("run__snapshot").defer("run__snapshot__document")
    inquiry = inquiries.filter(pk=inquiry_id, kind__in=kinds).first()
    if inquiry is None or is_expired(inquiry.run.snapshot):
        raise not_found("inquiry")
    return inquiry


def run_that_is_over(run_id: uuid.UUID) -> Run:
    """Return the run. Raise Problem: 404 if there is none, 409 if it is not over."""
    run = run_for(run_id)
    if run.status != Run.Status.FINISHED:
        raise Problem(409, [{"path": "run", "message": gettext("is not finished: try again when it is")}])
    return run


def question_costs(costs: Mapping[str, float]) -> str:
    """Return the costs that differ from those of the engine as canonical JSON. Raise Problem (422) for others."""
    defaults: dict[str, float] = {str(kind): cost for kind, cost in DEFAULT_COSTS.items()}
    if unknown := sorted(costs.keys() - defaults.keys()):
        message = gettext("must be by %(names)s; got %(name)s")
        raise invalid("costs", message % {"names": ", ".join(defaults), "name": unknown[0]})
    own = {kind: cost for kind, cost in costs.items() if cost != defaults[kind]}
    return orjson.dumps(own, option=orjson.OPT_SORT_KEYS).decode()


def cancel(request: HttpRequest, inquiry: Inquiry) -> Inquiry:
    """End the search, if it goes on, and return the inquiry as it is then.

    Raise Problem (403) for others than its people.
    """
    return jobs.cancel(request, inquiry, inquiry.run.snapshot)
