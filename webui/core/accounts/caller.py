"""Identify the caller: by the browser's signed cookie, the signed-in account and the key in the request."""

from __future__ import annotations

import hashlib
import io
import secrets
from dataclasses import dataclass

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse

from webui.ground.lib.asgi import Scope
from webui.ground.lib.origin import bearer_key

COOKIE = "schedscope_holder"
COOKIE_AGE = 2 * 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Caller:
    holder: str  # the value of the cookie; empty without one
    key: str  # from the Authorization header; empty without one
    user: User | None


def caller_of(request: HttpRequest) -> Caller:
    """Return who sent the request."""
    return Caller(holder=holder_of(request), key=bearer_key(request), user=user_of(request))


def request_of(scope: Scope) -> HttpRequest:
    """Return the request with which a websocket was opened, as views get it: with who is signed in."""
    request = ASGIRequest({**scope, "type": "http", "method": "GET"}, io.BytesIO())
    SessionMiddleware(HttpResponse).process_request(request)  # type: ignore[arg-type]
    AuthenticationMiddleware(HttpResponse).process_request(request)  # type: ignore[arg-type]
    return request


def holder_of(request: HttpRequest) -> str:
    return request.get_signed_cookie(COOKIE, default=None, max_age=COOKIE_AGE) or ""


def user_of(request: HttpRequest) -> User | None:
    user = getattr(request, "user", None) or AnonymousUser()
    return user if isinstance(user, User) else None


def remember(request: HttpRequest, response: HttpResponse, holder: str) -> None:
    """Set the cookie that identifies the browser."""
    response.set_signed_cookie(
        COOKIE, holder, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=request.is_secure()
    )


def new_holder() -> str:
    return secrets.token_urlsafe(24)


def key_hash(key: str) -> str:
    """Return the SHA-256 of a key. Keys have at least 110 random bits, so a slow hash is not needed."""
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()
