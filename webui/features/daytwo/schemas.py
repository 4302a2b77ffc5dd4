from __future__ import annotations

import uuid
from typing import Annotated, Any, cast

import orjson
from ninja import Schema
from pydantic import Field

from scheduler_core.contract import ActionVerdict, EndStates, PlayDescheduling, Timeline
from webui.core.runs.schemas import RunStatus
from webui.features.daytwo.models import Play
from webui.ground.lib.fields import Seed, Unchecked

MOST_STEPS = 200
MOST_SEEDS = 1_000

Manifest = dict[str, Any]


class PlayIn(Schema, extra="forbid"):
    steps: Annotated[list[Manifest] | None, Field(max_length=MOST_STEPS)] = None
    """As in a document `steps:`; null: those of the scenario."""
    seed: Seed = 1
    seeds: Annotated[int, Field(strict=True, ge=0, le=MOST_SEEDS)] = 0
    """0: the timeline of `seed`. Otherwise in which ways the plays of this many seeds end, from seed 1 on."""


class PlayOut(Schema):
    """`timeline` and `verdicts`, or `end_states`, are null until the play is finished."""

    id: uuid.UUID
    snapshot: str
    status: RunStatus
    error: str | None
    steps: list[Manifest]
    seed: int
    seeds: int
    done: int
    """How many seeds are played."""
    timeline: Annotated[Timeline | None, Unchecked()]
    verdicts: Annotated[list[ActionVerdict] | None, Unchecked()]
    constraints: Annotated[dict[str, list[Manifest]], Unchecked()]
    """The topologySpreadConstraints as written, by workload."""
    end_states: Annotated[EndStates | None, Unchecked()]
    descheduling: Annotated[PlayDescheduling | None, Unchecked()]
    """What the descheduler would do, approximately; null in answers of former versions."""

    @classmethod
    def of(cls, play: Play) -> PlayOut:
        answer = play.answer or {}
        return cls(
            id=play.pk,
            snapshot=play.snapshot_id,
            status=cast("RunStatus", play.status),
            error=play.problem or None,
            steps=orjson.loads(play.steps),
            seed=play.seed,
            seeds=play.seeds,
            done=play.done,
            timeline=answer.get("timeline"),
            verdicts=answer.get("verdicts"),
            constraints=answer.get("constraints", {}),
            end_states=answer.get("end_states"),
            descheduling=answer.get("descheduling"),
        )


class StepsIn(Schema, extra="forbid"):
    source: Annotated[str, Field(max_length=200_000, description="Documents with `steps:`, as YAML or JSON")]


class StepsOut(Schema):
    steps: list[Manifest]
