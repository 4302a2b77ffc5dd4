"""Refuse what the pages of other sites send: changes, and websockets.

Browsers say which page sends a request (`Sec-Fetch-Site`, `Origin`), and no page can change that. This takes the place
of a CSRF token in the API. Programs send neither header.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.http.request import split_domain_port, validate_host
from django.shortcuts import render
from django.utils.http import is_same_domain
from django.utils.translation import gettext

from webui.ground.lib.asgi import Application, Receive, Scope, Send

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


class SameSiteWebsockets:
    """Rejects pages of other origins. A client without an Origin header is not a page and is accepted."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        origin = headers.get(b"origin")
        if origin is None or _is_trusted(origin) or _is_origin_of(origin, headers.get(b"host", "")):
            await self.application(scope, receive, send)
            return
        await receive()  # websocket.connect
        await send({"type": "websocket.close"})


def _is_origin_of(origin: str, host: str) -> bool:
    """Return whether a page of ours has the origin: its name, which is a name of ours, and its port are the host's."""
    try:
        page, ours = urlsplit(origin), urlsplit(f"//{host}")
        default = 443 if page.scheme == "https" else 80
        is_same = (page.hostname, page.port or default) == (ours.hostname, ours.port or default)
    except ValueError:
        return False
    return is_same and validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)
