"""Who asks: a browser known by its signed cookie, an account that signed in, whoever has a key."""

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
    holder: str  # what the cookie says; empty without one
    key: str  # that the request brings along
    user: User | None


def caller_of(request: HttpRequest) -> Caller:
    """Refuses (403) what a page of another site would change."""
    _refuse_other_sites(request)
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
    """Gives the browser its cookie."""
    response.set_signed_cookie(
        COOKIE, holder, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=request.is_secure()
    )


def new_holder() -> str:
    return secrets.token_urlsafe(24)


def key_hash(key: str) -> str:
    """Keys are 110 random bits or more: a plain hash is as good as a slow one."""
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


def _refuse_other_sites(request: HttpRequest) -> None:
    """A browser says from which page a change comes, and a page of another site may not make one.

    This stands in for a CSRF token, so that programs need none: they send neither header.
    """
    if request.method in SAFE_METHODS:
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    same = site in {"same-origin", "none"} if site else origin is None or _is_ours(request, origin)
    if not same and origin not in settings.CSRF_TRUSTED_ORIGINS:
        raise Problem(403, [{"path": "Origin", "message": "changes from pages of another site are refused"}])


def _is_ours(request: HttpRequest, origin: str) -> bool:
    try:
        return urlsplit(origin).netloc == request.get_host()
    except ValueError:
        return False
