"""Who may see and change a draft. Drafts reach a request through this module only.

A draft belongs to whoever holds the signed cookie that it was made with, or its edit key. To everybody else
it does not exist.
"""

from __future__ import annotations

import hashlib
import secrets
import uuid
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse

from webui.errors import Problem, not_found
from webui.scenarios.models import Scenario

COOKIE = "schedscope_holder"
COOKIE_AGE = 2 * 365 * 24 * 3600
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Caller:
    holder: str | None
    edit_key: str | None

    def owns(self) -> Q:
        """The drafts that are the caller's. With neither cookie nor key there are none."""
        mine = Q(pk__in=[])
        if self.holder:
            mine |= Q(holder=self.holder)
        if self.edit_key:
            mine |= Q(edit_key_hash=key_hash(self.edit_key))
        return mine


def scenarios_of(request: HttpRequest) -> QuerySet[Scenario]:
    return Scenario.objects.filter(_caller(request).owns()).select_related("last_run")


def scenario_for(request: HttpRequest, scenario_id: uuid.UUID) -> Scenario:
    scenario = scenarios_of(request).filter(pk=scenario_id).first()
    if scenario is None:
        raise not_found("scenario")
    return scenario


def own(request: HttpRequest, response: HttpResponse, scenario: Scenario) -> str:
    """Makes the caller the holder of a new draft. The edit key is told once and not kept."""
    holder = _caller(request).holder or secrets.token_urlsafe(24)
    edit_key = secrets.token_urlsafe(24)
    scenario.holder = holder
    scenario.edit_key_hash = key_hash(edit_key)
    response.set_signed_cookie(
        COOKIE,
        holder,
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return edit_key


def key_hash(edit_key: str) -> str:
    """The key is 192 random bits: a plain hash is as good as a slow one."""
    return hashlib.sha256(edit_key.encode(errors="replace")).hexdigest()


def _caller(request: HttpRequest) -> Caller:
    _refuse_other_sites(request)
    holder = request.get_signed_cookie(COOKIE, default=None, max_age=COOKIE_AGE)
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    return Caller(holder=holder, edit_key=key.strip() if scheme.lower() == "bearer" else None)


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
