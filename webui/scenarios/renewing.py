"""When a link is gone, running the draft that it came from gives another one, which the old one does not tell."""

from __future__ import annotations

import secrets

from webui.scenarios.models import Scenario
from webui.snapshots.retire import retired


def connect() -> None:
    retired.connect(_renew, dispatch_uid="webui.scenarios.renewing")


def _renew(*, nonce: str | None, **_: object) -> None:
    if nonce:
        Scenario.objects.filter(nonce=nonce).update(nonce=secrets.token_hex(16))
