from __future__ import annotations

import uuid
from datetime import datetime
from typing import Annotated

from ninja import Schema
from pydantic import Field

from scheduler_core import DEFAULT_VERSION
from scheduler_core.contract import ScenarioSummary
from webui.core.runs.schemas import ChangeOut, RunOut, RunStartedOut
from webui.core.runs.versions import NAMES
from webui.core.scenarios.models import PastRun, Scenario
from webui.ground.lib.errors import ErrorItem, items_from_stored
from webui.ground.lib.fields import Seed, Title, Unchecked


class ScenarioIn(Schema, extra="forbid"):
    title: Title = "Untitled"
    source: str
    allow_errors: bool = False  # store a draft that cannot run yet
    on: str = Field(default="", description="A sample cluster on which a workload without nodes is placed")


class ScenarioChange(Schema, extra="forbid"):
    title: Title | None = None
    source: str | None = None
    allow_errors: bool = False
    based_on: datetime | None = None  # `updated` of the version that this replaces: 409 if it has changed


class SourceIn(Schema, extra="forbid"):
    source: str


_VERSIONS = (
    f"One of {', '.join(NAMES)}, or a patch release such as 1.33.13; "
    f"default: that of the nodes' kubelets, or {DEFAULT_VERSION}."
)


class RunIn(Schema, extra="forbid"):
    seed: Seed | None = None
    kubernetes_version: str | None = Field(default=None, description=_VERSIONS)
    live: bool = Field(
        default=False, description="Started automatically: the next run replaces it in the history"
    )


class Validation(Schema):
    """`notes` say what was not read and what it could change, and what is missing for a run to have a result."""

    errors: list[ErrorItem]
    summary: Annotated[ScenarioSummary | None, Unchecked()]
    notes: list[str]


class ScenarioOut(Schema):
    id: uuid.UUID
    title: str
    source: str
    summary: Annotated[ScenarioSummary | None, Unchecked()]
    errors: list[ErrorItem]
    created: datetime
    updated: datetime
    snapshot: str | None
    run: uuid.UUID | None
    forked_from: str | None

    @classmethod
    def of(cls, scenario: Scenario) -> ScenarioOut:
        run = scenario.visible_run
        return cls(
            id=scenario.pk,
            title=scenario.title,
            source=scenario.source,
            summary=scenario.summary,
            errors=items_from_stored(scenario.errors),
            created=scenario.created,
            updated=scenario.updated,
            snapshot=run.snapshot_id if run else None,
            run=run.pk if run else None,
            forked_from=scenario.forked_from_id,
        )


class LeftOut(Schema):
    """What scheduling does not read of a large source and is not stored: fields by path, objects by kind, counted."""

    fields: dict[str, int]
    objects: dict[str, int]


class NewScenarioOut(ScenarioOut):
    """`source` is empty if the request said `Prefer: return=minimal`."""

    edit_key: str
    left_out: LeftOut


class ScenarioBrief(Schema):
    """An entry in the list of drafts: without the source, with the result of the last run."""

    id: uuid.UUID
    title: str
    summary: Annotated[ScenarioSummary | None, Unchecked()]
    errors: list[ErrorItem]
    created: datetime
    updated: datetime
    snapshot: str | None
    run: uuid.UUID | None
    placed: int | None
    pods: int | None

    @classmethod
    def of(cls, scenario: Scenario) -> ScenarioBrief:
        run = scenario.visible_run
        return cls(
            id=scenario.pk,
            title=scenario.title,
            summary=scenario.summary,
            errors=items_from_stored(scenario.errors),
            created=scenario.created,
            updated=scenario.updated,
            snapshot=run.snapshot_id if run else None,
            run=run.pk if run else None,
            placed=run.placed if run else None,
            pods=run.pods if run else None,
        )


class PastRunOut(RunOut):
    """A run that the draft started, when it last did so, and what its input changed against the run before it.

    `change` is null where that is not known: of earlier versions of this site, and of very large drafts.
    """

    at: datetime
    title: str
    change: ChangeOut | None

    @classmethod
    def of_entry(cls, entry: PastRun) -> PastRunOut:
        change = ChangeOut.of(entry.change) if entry.change else None
        return cls(**RunOut.of(entry.run).dict(), at=entry.at, title=entry.run.snapshot.title, change=change)


class DraftRunOut(RunStartedOut):
    """The run that was started; `before` is the snapshot of the run that the draft showed until then."""

    before: str | None


class ReplicaOut(Schema):
    """`pod` is null if the run has no such replica."""

    pod: str | None
