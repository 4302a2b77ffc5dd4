"""/healthz: the process is alive. /readyz: everything that a run needs is there."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase, JsonResponse

from webui.site.readiness import readiness


class HealthMiddleware:
    """Answers probes before hosts, cookies and static files are checked."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path == "/healthz":
            return JsonResponse({"status": "ok"})
        if request.path == "/readyz":
            return ready()
        return self.get_response(request)


def ready() -> JsonResponse:
    """Return 200, or 503 with the names of what is missing. Why it is missing is in the log alone."""
    missing = readiness.missing()
    if missing:
        return JsonResponse({"status": "not ready", "missing": list(missing)}, status=503)
    return JsonResponse({"status": "ready"})
