from __future__ import annotations

import uuid
from datetime import datetime
from typing import Annotated, Any, cast

import orjson
from ninja import Schema
from pydantic import Field

from scheduler_core.contract import SweepResult, SweepSpecification
from webui.core.runs.schemas import RunStatus
from webui.features.sweeps.models import Sweep
from webui.ground.lib.fields import Unchecked

MOST_SNAPSHOTS = 200  # of a fleet, besides the first


class SweepIn(Schema, extra="forbid"):
    sweep: Annotated[dict[str, Any], Field(max_length=20)]
    """A SweepSpecification."""
    snapshots: Annotated[
        list[Annotated[str, Field(max_length=64)]], Field(default_factory=list, max_length=MOST_SNAPSHOTS)
    ]
    """The other links of a fleet, in the order in which they are shown."""


class SweepStateOut(Schema):
    """A sweep without its result."""

    id: uuid.UUID
    snapshot: str
    snapshots: list[str]
    """All links of a fleet, this one first."""
    status: RunStatus
    error: str | None
    specification: Annotated[SweepSpecification, Unchecked()]
    points: int
    evaluated: int
    pieces: int
    """Ranges of points that workers evaluate: those made so far, and how many more there will be of this size."""
    pieces_done: int
    rate: float
    """Points a second, of late."""
    seconds_left: float | None
    """None before the first points, and when there is nothing left to do."""
    created: datetime
    finished: datetime | None

    @staticmethod
    def fields_of(sweep: Sweep) -> dict[str, Any]:
        return {
            "id": sweep.pk,
            "snapshot": sweep.snapshot_id,
            "snapshots": [sweep.snapshot_id, *sweep.fleet],
            "status": cast("RunStatus", sweep.status),
            "error": sweep.problem or None,
            "specification": orjson.loads(sweep.specification),
            "points": sweep.points,
            "evaluated": sweep.evaluated,
            "pieces": sweep.pieces + -(-(sweep.points - sweep.dispatched) // sweep.piece_points),
            "pieces_done": sweep.pieces_done,
            "rate": sweep.rate,
            "seconds_left": seconds_left(sweep),
            "created": sweep.created,
            "finished": sweep.finished,
        }


class SweepOut(SweepStateOut):
    """`result` is that of the points so far; null before the first."""

    result: Annotated[SweepResult | None, Unchecked()]

    @classmethod
    def of(cls, sweep: Sweep) -> SweepOut:
        return cls(**cls.fields_of(sweep), result=orjson.loads(sweep.result) if sweep.result else None)


class SweepsOut(Schema):
    sweeps: list[SweepStateOut]
    """The newest first."""


def seconds_left(sweep: Sweep) -> float | None:
    """Return about how long an unfinished sweep will take; None if nobody knows."""
    if sweep.status not in Sweep.UNFINISHED or not sweep.rate:
        return None
    return (sweep.points - sweep.evaluated) / sweep.rate
