"""/healthz: the process is alive. /readyz: database, broker and a worker respond."""

from __future__ import annotations

from collections.abc import Callable

import redis
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponseBase, JsonResponse

from webui.config import celery_app

PATIENCE = 1.0  # seconds to wait for the broker and the workers


class HealthMiddleware:
    """Answers probes before hosts, cookies and static files are checked."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path == "/healthz":
            return JsonResponse({"status": "ok"})
        if request.path == "/readyz":
            return readiness()
        return self.get_response(request)


def readiness() -> JsonResponse:
    """Return 200 if all parts respond, else 503 with the missing ones."""
    missing = missing_parts()
    if missing:
        return JsonResponse({"status": "not ready", "missing": missing}, status=503)
    return JsonResponse({"status": "ready"})


def missing_parts() -> dict[str, str]:
    """Return the parts that do not respond, each with the reason. Workers are reached through the broker."""
    missing: dict[str, str] = {}
    if reason := database():
        missing["database"] = reason
    if reason := broker():
        missing["broker"] = reason
    elif reason := worker():
        missing["worker"] = reason
    return missing


def database() -> str | None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return f"does not answer: {error}"
    return None


def broker() -> str | None:
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE
        ) as client:
            client.ping()
    except redis.RedisError as error:
        return f"does not answer: {error}"
    return None


def worker() -> str | None:
    answers = celery_app.control.broadcast("ping", reply=True, timeout=PATIENCE, limit=1)
    return None if answers else "no worker answers"
