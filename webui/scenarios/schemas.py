from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from ninja import Schema
from pydantic import Field

from scheduler_core import DEFAULT_VERSION, KUBERNETES_VERSIONS
from webui.errors import ErrorItem
from webui.fields import Seed, Text, Title
from webui.scenarios.models import Scenario


class ScenarioIn(Schema, extra="forbid"):
    title: Title = "Untitled"
    source: Text


class ScenarioChange(Schema, extra="forbid"):
    title: Title | None = None
    source: Text | None = None
    allow_errors: bool = False
    based_on: datetime | None = (
        None  # the `updated` of what this replaces: 409 if the draft is no longer that
    )


class SourceIn(Schema, extra="forbid"):
    source: Text


_VERSIONS = f"One of {', '.join(KUBERNETES_VERSIONS)}; {DEFAULT_VERSION} if left out."


class RunIn(Schema, extra="forbid"):
    seed: Seed | None = None
    kubernetes_version: Text | None = Field(default=None, description=_VERSIONS)


class Validation(Schema):
    errors: list[ErrorItem]
    summary: dict[str, Any] | None


class ScenarioOut(Schema):
    id: uuid.UUID
    title: str
    source: str
    summary: dict[str, Any] | None
    errors: list[ErrorItem]
    created: datetime
    updated: datetime
    snapshot: str | None
    run: uuid.UUID | None

    @classmethod
    def of(cls, scenario: Scenario) -> ScenarioOut:
        run = scenario.last_run
        return cls(
            id=scenario.pk,
            title=scenario.title,
            source=scenario.source,
            summary=scenario.summary,
            errors=scenario.errors,
            created=scenario.created,
            updated=scenario.updated,
            snapshot=run.snapshot_id if run else None,
            run=run.pk if run else None,
        )


class NewScenarioOut(ScenarioOut):
    edit_key: str


class ScenarioBrief(Schema):
    """A line in the list of drafts: all but the text, and how the last run went."""

    id: uuid.UUID
    title: str
    summary: dict[str, Any] | None
    errors: list[ErrorItem]
    created: datetime
    updated: datetime
    snapshot: str | None
    run: uuid.UUID | None
    placed: int | None
    pods: int | None

    @classmethod
    def of(cls, scenario: Scenario) -> ScenarioBrief:
        run = scenario.last_run
        return cls(
            id=scenario.pk,
            title=scenario.title,
            summary=scenario.summary,
            errors=scenario.errors,
            created=scenario.created,
            updated=scenario.updated,
            snapshot=run.snapshot_id if run else None,
            run=run.pk if run else None,
            placed=run.placed if run else None,
            pods=run.pods if run else None,
        )
