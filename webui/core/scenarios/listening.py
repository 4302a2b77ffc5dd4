"""What becomes of drafts when somebody signs in, and when a link is retired."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from webui.core.accounts.caller import holder_of
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Keeper
from webui.core.snapshots.retire import retired


@receiver(user_logged_in)
def claim(*, request: HttpRequest, user: User, **_: object) -> None:
    """Move the drafts and links of the browser to the account, so that they appear on other devices.

    The cookie alone no longer opens them, for example after sign-out.
    """
    if holder := holder_of(request):
        for model in (Scenario, Keeper):
            model.objects.filter(holder=holder).update(holder="", user=user)


@receiver(retired)
def renew(*, nonce: str | None, **_: object) -> None:
    """Give a draft a new nonce when one of its links is retired: its next link cannot be derived from the old one."""
    if nonce:
        Scenario.objects.filter(nonce=nonce).update(nonce=secrets.token_hex(16))
