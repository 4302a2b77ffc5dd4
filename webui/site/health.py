"""/healthz: the process is alive. /readyz: everything that a run needs is there."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

from webui.ground.lib.asgi import Application, Receive, Scope, Send
from webui.site.readiness import readiness

ALIVE = b'{"status": "ok"}'


class Alive:
    """ASGI middleware that answers /healthz in the event loop: it costs no thread, however many compute."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != "/healthz" or scope["method"] not in ("GET", "HEAD"):
            await self.application(scope, receive, send)
            return
        body = b"" if scope["method"] == "HEAD" else ALIVE
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(ALIVE)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class HealthMiddleware:
    """Answers probes before hosts, cookies and static files are checked."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path == "/healthz":
            return HttpResponse(ALIVE, content_type="application/json")
        if request.path == "/readyz":
            return ready()
        return self.get_response(request)


def ready() -> JsonResponse:
    """Return 200, or 503 with the names of what is missing. Why it is missing is in the log alone."""
    missing = readiness.missing()
    if missing:
        return JsonResponse({"status": "not ready", "missing": list(missing)}, status=503)
    return JsonResponse({"status": "ready"})
