"""Every request has an id, a line in the log and a place in the metrics."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from webui.ground.telemetry.context import request_id
from webui.ground.telemetry.metrics import REQUEST_SECONDS, REQUESTS

logger = logging.getLogger("webui.request")

FOREIGN_ID = re.compile(r"[\w.:-]{1,64}")  # an id that a proxy has given
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestMiddleware:
    """Counts, times and logs requests. The id is the proxy's `X-Request-ID`, else a new one, and is sent back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        sent = request.headers.get("X-Request-ID", "")
        name = sent if FOREIGN_ID.fullmatch(sent) else secrets.token_hex(8)
        token = request_id.set(name)
        start = time.perf_counter()
        try:
            response = self.get_response(request)
            record(request, response.status_code, time.perf_counter() - start)
        finally:
            request_id.reset(token)
        response.headers["X-Request-ID"] = name
        return response


def record(request: HttpRequest, status: int, seconds: float) -> None:
    route, method = route_of(request), request.method if request.method in METHODS else "other"
    REQUESTS.labels(method, route, str(status)).inc()
    REQUEST_SECONDS.labels(route).observe(seconds)
    logger.info(
        "%s %s %d",
        method,
        request.path,
        status,
        extra={"route": route, "status": status, "milliseconds": round(seconds * 1000, 1)},
    )


def route_of(request: HttpRequest) -> str:
    """Return the pattern of the address, so that there are no more routes than patterns."""
    match = request.resolver_match
    return match.route if match is not None else "none"
