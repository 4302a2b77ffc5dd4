"""How much a holder may keep: the drafts, and the links that it shared, as they are stored."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Length
from django.utils.translation import gettext

from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Snapshot
from webui.ground.lib.errors import Problem


def require_room(scenario: Scenario) -> None:
    """Raise Problem (413) if the owner of a draft, with its other drafts and its links, keeps too much already."""
    owner: dict[str, object] = {"user": scenario.user_id} if scenario.user_id else {"holder": scenario.holder}
    by_keeper = Q(**{f"keepers__{field}": value for field, value in owner.items()})
    drafts = Scenario.objects.filter(**owner).exclude(pk=scenario.pk)
    stored = _bytes(drafts, "source") + _bytes(Snapshot.objects.filter(by_keeper), "document")
    if stored >= settings.HOLDER_MAX_BYTES:
        message = gettext(
            "your drafts and links use %(stored)s bytes; the limit is %(limit)s. Delete some of them"
        ) % {"stored": f"{stored:,}", "limit": f"{settings.HOLDER_MAX_BYTES:,}"}
        raise Problem(413, [{"path": "source", "message": message}])


def _bytes(rows: QuerySet[Any, Any], column: str) -> int:
    return rows.aggregate(bytes=Sum(Length(column)))["bytes"] or 0
