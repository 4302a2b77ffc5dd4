from __future__ import annotations

import uuid
from datetime import datetime
from typing import Annotated, Literal, cast

from ninja import Schema
from pydantic import Field

from scheduler_core.contract import ExpectationResult, KueueWalk, QueueAnswer, ScenarioSummary
from webui.core.runs.models import Run
from webui.core.runs.payloads import LoggedEvent
from webui.core.snapshots.change_words import change_details, change_name
from webui.core.snapshots.changes import Change
from webui.core.snapshots.models import Snapshot
from webui.ground.lib.fields import Unchecked

RunStatus = Literal["queued", "running", "finished", "failed", "cancelled"]
Visibility = Literal["unlisted", "public"]


def status_of(run: Run) -> RunStatus:
    """Return the status as the type of the API."""
    return cast("RunStatus", run.status)


class RunOut(Schema):
    id: uuid.UUID
    snapshot: str
    status: RunStatus
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
            error=run.problem or None,
            kubernetes_version=run.snapshot.kubernetes_version,
            seed=run.snapshot.seed,
        )


class RunStartedOut(Schema):
    id: uuid.UUID
    snapshot: str
    status: RunStatus


class ChangeOut(Schema):
    """What an input changes against another: `maxSkew 1 → 2`, in the caller's language; the first changes in full."""

    name: str
    details: list[str]
    count: int

    @classmethod
    def of(cls, change: Change) -> ChangeOut:
        return cls(name=change_name(change), details=change_details(change), count=change["count"])


class EventsOut(Schema):
    events: list[LoggedEvent]
    status: RunStatus


class PodEndOut(Schema):
    """A pod, as namespace/name, and the node that it ended on: null if it is pending, or was evicted."""

    pod: str
    node: str | None


class PodsOut(Schema):
    """The pods of a run, and how many are not listed."""

    pods: Annotated[list[PodEndOut], Unchecked()]
    left_out: int


class QueueOut(Schema):
    """What Kueue decided; null without any of its queues."""

    answer: Annotated[QueueAnswer | None, Unchecked()]


class KueueOut(Schema):
    """Kueue's cycle for the workload of a pod; null for a pod without one."""

    walk: Annotated[KueueWalk | None, Unchecked()]


class ExpectationsOut(Schema):
    expectations: list[ExpectationResult]


class EventIn(Schema, extra="forbid"):
    message: Annotated[str, Field(max_length=20_000)]


class SnapshotHeadOut(Schema):
    """What a link is about, without what only its document has."""

    id: str
    title: str
    kubernetes_version: str
    seed: int | None
    summary: Annotated[ScenarioSummary, Unchecked()]
    run: uuid.UUID | None

    @classmethod
    def of(cls, snapshot: Snapshot, run: Run | None) -> SnapshotHeadOut:
        return cls(
            id=snapshot.pk,
            title=snapshot.title,
            kubernetes_version=snapshot.kubernetes_version,
            seed=snapshot.seed,
            summary=snapshot.summary,
            run=run.pk if run else None,
        )


class SnapshotOut(Schema):
    id: str
    title: str
    source: str
    kubernetes_version: str
    seed: int | None
    summary: Annotated[ScenarioSummary, Unchecked()]
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
