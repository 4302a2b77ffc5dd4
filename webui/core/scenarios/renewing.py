"""Give a draft a new nonce when one of its links is retired: its next link cannot be derived from the old one."""

from __future__ import annotations

import secrets

from webui.core.scenarios.models import Scenario
from webui.core.snapshots.retire import retired


def connect() -> None:
    retired.connect(_renew, dispatch_uid="webui.core.scenarios.renewing")


def _renew(*, nonce: str | None, **_: object) -> None:
    if nonce:
        Scenario.objects.filter(nonce=nonce).update(nonce=secrets.token_hex(16))
