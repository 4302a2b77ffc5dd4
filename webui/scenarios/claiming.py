"""At sign-in the account takes what the browser held until then, so that it is there on other devices too."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest

from webui.accounts.caller import holder_of
from webui.scenarios.models import Scenario
from webui.snapshots.models import Keeper


def connect() -> None:
    user_logged_in.connect(_signed_in, dispatch_uid="webui.scenarios.claiming")


def _signed_in(*, request: HttpRequest, user: User, **_: object) -> None:
    claim(holder_of(request), user)


def claim(holder: str, user: User) -> None:
    """The cookie opens it no longer: who uses this browser after a sign-out is somebody else."""
    if not holder:
        return
    for kept in (Scenario, Keeper):
        kept.objects.filter(holder=holder).update(holder="", user=user)
