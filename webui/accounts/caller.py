"""Identify the caller: by the browser's signed cookie, the signed-in account and the key in the request."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse

from webui.lib.errors import Problem

COOKIE = "schedscope_holder"
COOKIE_AGE = 2 * 365 * 24 * 3600
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Caller:
    holder: str  # the value of the cookie; empty without one
    key: str  # from the Authorization header; empty without one
    user: User | None


def caller_of(request: HttpRequest) -> Caller:
    """Return who sent the request. Raise Problem (403) for a change from a page of another site."""
    _reject_other_sites(request)
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    return Caller(
        holder=holder_of(request),
        key=key.strip() if scheme.lower() == "bearer" else "",
        user=user_of(request),
    )


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


def _reject_other_sites(request: HttpRequest) -> None:
    """Raise Problem (403) if the browser says that a change comes from a page of another site.

    This takes the place of a CSRF token. Programs send neither header and need no token.
    """
    if request.method in SAFE_METHODS:
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    is_same_site = site in {"same-origin", "none"} if site else origin is None or _is_ours(request, origin)
    if not is_same_site and origin not in settings.CSRF_TRUSTED_ORIGINS:
        raise Problem(
            403, [{"path": "Origin", "message": "changes from pages of other sites are not allowed"}]
        )


def _is_ours(request: HttpRequest, origin: str) -> bool:
    try:
        return urlsplit(origin).netloc == request.get_host()
    except ValueError:
        return False
