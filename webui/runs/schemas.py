from __future__ import annotations

import uuid
from datetime import datetime
from typing import Annotated, Any, Literal, cast

from ninja import Schema
from pydantic import Field

from webui.lib.fields import Text
from webui.runs.models import Run
from webui.runs.payloads import Event
from webui.snapshots.models import Snapshot

Status = Literal["queued", "running", "finished", "failed", "cancelled"]
Visibility = Literal["unlisted", "public"]


def status_of(run: Run) -> Status:
    return cast("Status", run.status)


class RunOut(Schema):
    id: uuid.UUID
    snapshot: str
    status: Status
    cycles: int
    pods: int
    placed: int
    pending: int
    events: int
    error: str | None
    kubernetes_version: str
    seed: int | None

    @classmethod
    def of(cls, run: Run) -> RunOut:
        return cls(
            id=run.pk,
            snapshot=run.snapshot_id,
            status=status_of(run),
            cycles=run.cycles,
            pods=run.pods,
            placed=run.placed,
            pending=run.pending,
            events=run.events,
            error=run.error or None,
            kubernetes_version=run.snapshot.kubernetes_version,
            seed=run.snapshot.seed,
        )


class RunStartedOut(Schema):
    id: uuid.UUID
    snapshot: str
    status: Status


class EventsOut(Schema):
    events: list[Annotated[Event, Field(discriminator="kind")]]
    status: Status


class WhereOut(Schema):
    pod: str
    attempt: int
    point: str
    plugin: str | None
    node: str | None


class ExpectationOut(Schema):
    fact: dict[str, Any]  # as it was written
    text: str
    holds: bool | None  # null: a seed or control was too large to run here
    actual: str
    where: WhereOut | None  # the step that shows it


class ExpectationsOut(Schema):
    expectations: list[ExpectationOut]


class EventIn(Schema, extra="forbid"):
    message: Annotated[Text, Field(max_length=20_000)]


class ReasonOut(Schema):
    reason: str
    theirs: int  # nodes
    ours: int
    agreed: bool


class ClauseOut(ReasonOut):
    plugin: str | None  # that gives the reason here
    nodes: list[str]  # that have it here


class NodesOut(Schema):
    theirs: int
    ours: int


class EventComparison(Schema):
    agreed: bool
    pod: str  # that the text names, empty when it names none
    nodes: NodesOut
    placed_on: str | None  # the run found a node
    clauses: list[ClauseOut]
    preemption: list[ReasonOut]


class SnapshotOut(Schema):
    id: str
    title: str
    source: str
    kubernetes_version: str
    seed: int | None
    summary: dict[str, Any]
    visibility: Visibility
    run: uuid.UUID | None
    created: datetime
    expires: datetime | None
    forked_from: str | None

    @classmethod
    def of(cls, snapshot: Snapshot, run: Run | None) -> SnapshotOut:
        return cls(
            id=snapshot.pk,
            title=snapshot.title,
            source=snapshot.source,
            kubernetes_version=snapshot.kubernetes_version,
            seed=snapshot.seed,
            summary=snapshot.summary,
            visibility=cast("Visibility", snapshot.visibility),
            run=run.pk if run else None,
            created=snapshot.created,
            expires=snapshot.expires,
            forked_from=snapshot.forked_from,
        )
