"""Call the view of a request: within what it may use, and with an answer for each way in which it may not end."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext

from scheduler_core import Allowance, AllowanceSpent, within
from webui.core.accounts.quotas import charge_computing, require_computing
from webui.ground.lib.database import CONNECTION_ERRORS, FIRST_PAUSE, retry, unavailable
from webui.ground.lib.departure import ClientLeft, require_client
from webui.ground.lib.errors import Problem, TooMany
from webui.ground.lib.nul import require_address_without_nul

READING = ("GET", "HEAD", "OPTIONS")
LEFT = 499  # nobody reads it; it stands in the log
logger = logging.getLogger(__name__)


class CallMiddleware:
    """Calls the view, the last of all middleware.

    What reads is asked once more after a lost connection. What computes beyond its allowance, or for nobody, stops.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponseBase:
        try:
            require_address_without_nul(request)
            if request.method not in READING:
                require_computing(request)
            return _call(request, partial(view, request, *args, **kwargs))
        except AllowanceSpent:
            logger.warning("%s %s: stopped, it takes too long", request.method, request.path)
            return _refusal(request, Problem(422, [{"path": "", "message": _too_long()}]))
        except Problem as problem:
            return _refusal(request, problem)
        except ClientLeft:
            return HttpResponse(status=LEFT)
        except CONNECTION_ERRORS as error:
            if connection.in_atomic_block:
                raise
            logger.error("%s %s: %s", request.method, request.path, error)
            connection.close()
            return unavailable(request)


def _call(request: HttpRequest, view: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    allowance = Allowance(
        objects=settings.SCENARIO_MAX_CREATED,
        cells=settings.SCENARIO_MAX_CELLS,
        seconds=settings.REQUEST_SECONDS,
        stop=lambda: require_client(request),
    )
    seconds = 2 * FIRST_PAUSE if request.method in READING else 0.0  # one attempt more
    try:
        with within(allowance):
            return retry(view, seconds=seconds)
    finally:
        charge_computing(request, allowance.used)


def _too_long() -> str:
    return gettext(
        "takes longer than a request may take here: try fewer pods, nodes or workloads, or the command line"
    )


def _refusal(request: HttpRequest, problem: Problem) -> HttpResponseBase:
    """Return the refusal: JSON where the API was asked, else a page."""
    headers = {"Retry-After": str(problem.retry_after)} if isinstance(problem, TooMany) else {}
    if request.path.startswith("/api/"):
        return JsonResponse({"errors": problem.errors}, status=problem.status, headers=headers)
    template = "404.html" if problem.status == 404 else "refused.html"
    page = render_to_string(template, {"sentence": problem.sentence})
    return HttpResponse(page, status=problem.status, headers=headers)
