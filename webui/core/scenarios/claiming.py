"""Move drafts and links from the browser to the account at sign-in, so that they appear on other devices."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest

from webui.core.accounts.caller import holder_of
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Keeper


def connect() -> None:
    user_logged_in.connect(_signed_in, dispatch_uid="webui.core.scenarios.claiming")


def _signed_in(*, request: HttpRequest, user: User, **_: object) -> None:
    claim(holder_of(request), user)


def claim(holder: str, user: User) -> None:
    """Move everything of the holder to the user. The cookie alone no longer opens it, for example after sign-out."""
    if not holder:
        return
    for model in (Scenario, Keeper):
        model.objects.filter(holder=holder).update(holder="", user=user)
