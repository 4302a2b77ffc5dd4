from __future__ import annotations

import uuid
from typing import Annotated, cast

from ninja import Schema
from pydantic import Field

from scheduler_core.contract import UpgradeMatrix, UpgradeProgress
from webui.core.runs.schemas import RunStatus
from webui.features.upgrade.models import Upgrade
from webui.ground.lib.fields import Unchecked


class UpgradeIn(Schema, extra="forbid"):
    versions: Annotated[str, Field(max_length=100)]
    """A range ("1.30..1.34") or a list ("1.30,1.34")."""


class UpgradeOut(Schema):
    """The matrix is null until it is finished."""

    id: uuid.UUID
    snapshot: str
    status: RunStatus
    error: str | None
    progress: Annotated[UpgradeProgress | None, Unchecked()]
    matrix: Annotated[UpgradeMatrix | None, Unchecked()]

    @classmethod
    def of(cls, upgrade: Upgrade) -> UpgradeOut:
        return cls(
            id=upgrade.pk,
            snapshot=upgrade.snapshot_id,
            status=cast("RunStatus", upgrade.status),
            error=upgrade.problem or None,
            progress=upgrade.progress,
            matrix=upgrade.matrix,
        )
