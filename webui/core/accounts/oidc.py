"""Sign-in with an OpenID provider, if configured: OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from authlib.integrations.base_client import OAuthError
from authlib.integrations.django_client import OAuth
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from joserfc.errors import JoseError
from requests import RequestException

from webui.core.accounts.models import Identity
from webui.core.accounts.teams import set_teams

PATIENCE_SECONDS = 5.0  # for each request to the provider, of which a sign-in makes three
# The provider refuses, sends an invalid response, or cannot be reached.
SIGN_IN_ERRORS = (OAuthError, JoseError, RequestException, ValueError)


def is_configured() -> bool:
    return bool(settings.OIDC_ISSUER and settings.OIDC_CLIENT_ID)


def start_sign_in(request: HttpRequest, callback_url: str) -> HttpResponse:
    """Redirect to the provider, which sends the browser to `callback_url` afterwards."""
    response: HttpResponse = _client().authorize_redirect(request, callback_url)
    return response


def finish_sign_in(request: HttpRequest) -> User:
    """Return the account of the user who comes back from the provider. Raise one of SIGN_IN_ERRORS."""
    token: dict[str, Any] = _client().authorize_access_token(request)
    claims: dict[str, Any] | None = token.get("userinfo")  # of the identity token, once that is verified
    if claims is None:
        raise ValueError(gettext("the provider's answer has no id_token; OIDC_SCOPE must contain openid"))
    with transaction.atomic():
        user = _user(str(claims["iss"]), str(claims["sub"]), claims)
        if settings.OIDC_TEAMS_CLAIM:
            set_teams(user, _names(claims.get(settings.OIDC_TEAMS_CLAIM)))
    return user


def _user(issuer: str, subject: str, claims: dict[str, Any]) -> User:
    identity = Identity.objects.select_related("user").filter(issuer=issuer, subject=subject).first()
    if identity is not None:
        return identity.user
    user = User.objects.create_user(_free_name(claims), email=str(claims.get("email") or ""))
    Identity.objects.create(issuer=issuer, subject=subject, user=user)
    return user


def _names(claim: Any) -> list[str]:
    """Return the names in a claim, which may be one name instead of a list."""
    values = claim if isinstance(claim, list) else [claim]
    return [name for value in values if value is not None and (name := str(value).strip())]


def _free_name(claims: dict[str, Any]) -> str:
    """Return an unused account name: an account with the preferred name may belong to someone else."""
    preferred_name = str(
        claims.get("preferred_username") or str(claims.get("email") or "").partition("@")[0] or "user"
    )
    name = re.sub(r"[^\w.@+-]", "-", preferred_name)[:140] or "user"
    number, candidate = 2, name
    while User.objects.filter(username__iexact=candidate).exists():
        candidate, number = f"{name}-{number}", number + 1
    return candidate


def _client() -> Any:
    return _registered(settings.OIDC_ISSUER, settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET)


@cache
def _registered(issuer: str, client_id: str, client_secret: str) -> Any:
    return OAuth().register(
        "oidc",
        client_id=client_id,
        client_secret=client_secret,
        server_metadata_url=f"{issuer.rstrip('/')}/.well-known/openid-configuration",
        client_kwargs={
            "scope": settings.OIDC_SCOPE,
            "code_challenge_method": "S256",
            "default_timeout": PATIENCE_SECONDS,
        },
    )
