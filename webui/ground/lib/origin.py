"""Refuse what the pages of other sites send: changes, and websockets.

Browsers say which page sends a request (`Sec-Fetch-Site`, `Origin`), and no page can change that. This takes the place
of a CSRF token in the API. Programs send neither header.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import ParseResult, urlsplit

from channels.security.websocket import OriginValidator
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.http import is_same_domain
from django.utils.translation import gettext

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class OtherSitesMiddleware:
    """Answers 403 to every request of another site's page that may change or compute something, whatever its route."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method in SAFE_METHODS or is_ours(request):
            return self.get_response(request)
        if request.path.startswith("/api/"):
            message = gettext("cross-site requests that change something are not allowed")
            return JsonResponse({"errors": [{"path": "Origin", "message": message}]}, status=403)
        return render(request, "other_site.html", status=403)


def is_ours(request: HttpRequest) -> bool:
    """Return whether a page of this site or of a trusted origin sends the request, or a program."""
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if bearer_key(request) or (origin and _is_trusted(origin)):
        return True
    if site:
        return site in ("same-origin", "none")  # a server on another port of this machine is of the same site
    return origin is None or _host_of(origin) == request.get_host()


def bearer_key(request: HttpRequest) -> str:
    """Return the key in the Authorization header, "" without one. A page of another site cannot send it."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


def _is_trusted(origin: str) -> bool:
    """Return whether CSRF_TRUSTED_ORIGINS has the origin, or `https://*.example.com` for it."""
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    wildcards = (urlsplit(trusted) for trusted in settings.CSRF_TRUSTED_ORIGINS if "*" in trusted)
    return any(
        origin.startswith(f"{trusted.scheme}://")
        and is_same_domain(_host_of(origin), trusted.netloc.lstrip("*"))
        for trusted in wildcards
    )


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


class SameSiteWebsockets(OriginValidator):  # type: ignore[misc]  # channels has no types
    """Rejects pages of other sites. A client without an Origin header is not a page and is accepted."""

    def __init__(self, application: Any) -> None:
        super().__init__(application, [*settings.ALLOWED_HOSTS, *settings.CSRF_TRUSTED_ORIGINS])

    def valid_origin(self, parsed_origin: ParseResult | None) -> bool:
        return parsed_origin is None or bool(self.validate_origin(parsed_origin))
