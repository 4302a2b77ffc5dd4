from __future__ import annotations

import uuid
from typing import Annotated, NotRequired, Self

from ninja import Schema
from pydantic import Field
from typing_extensions import TypedDict

from scheduler_core import DEFAULT_COSTS
from scheduler_core.contract import (
    QueueAnswer,
    QueueCures,
    RemedyChange,
    TriedChange,
    WaitingWorkload,
    WhatIf,
)
from webui.core.runs.schemas import RunStatus
from webui.features.whatif.models import Inquiry
from webui.ground.lib.fields import Unchecked

Cost = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]


class InquiryIn(Schema, extra="forbid"):
    pod: Annotated[str, Field(max_length=512, description='A pending pod as "namespace/name"')]
    node: Annotated[str, Field(max_length=253, description="The node to place it on; empty: any")] = ""
    costs: Annotated[
        dict[str, Cost],
        Field(max_length=20, description=f"By kind of change; default: {DEFAULT_COSTS}"),
    ] = Field(default_factory=dict)


class AskedOut(Schema):
    """What all kinds of inquiries have in common."""

    id: uuid.UUID
    run: uuid.UUID
    status: RunStatus
    error: str | None

    @classmethod
    def of(cls, inquiry: Inquiry) -> Self:
        return cls.model_validate(
            {
                "id": inquiry.pk,
                "run": inquiry.run_id,
                "status": inquiry.status,
                "error": inquiry.problem or None,
                **cls.about(inquiry),
            }
        )

    @classmethod
    def about(cls, inquiry: Inquiry) -> dict[str, object]:
        """Return the fields of this kind, among others."""
        names = {"pod": inquiry.pod, "workload": inquiry.pod, "node": inquiry.node}
        return {**names, "answer": inquiry.answer}


class InquiryOut(AskedOut):
    """`answer` grows while the inquiry runs; it is null before the first repair."""

    pod: str
    node: str
    answer: Annotated[WhatIf | None, Unchecked()]


class CuresIn(Schema, extra="forbid"):
    workload: Annotated[str, Field(max_length=512, description='A Workload of Kueue as "namespace/name"')]


class CuresOut(AskedOut):
    """`answer` is null until the changes were tried."""

    workload: str
    answer: Annotated[QueueCures | None, Unchecked()]


class QueueAskedIn(Schema, extra="forbid"):
    workload: Annotated[
        str,
        Field(max_length=512, description='A Workload that waits as "namespace/name"; empty: all of them'),
    ] = ""


class QueueFound(TypedDict):
    """What a worker knows by now: how many waiting workloads it has looked at, and at the end what was asked for."""

    done: NotRequired[int]
    total: NotRequired[int]
    queue: NotRequired[QueueAnswer]
    workload: NotRequired[WaitingWorkload]


class QueueAskedOut(AskedOut):
    """The answer before the scheduler, where it takes longer than a request may take; null at first."""

    workload: str
    answer: Annotated[QueueFound | None, Unchecked()]


class RepairTrialIn(Schema, extra="forbid"):
    changes: Annotated[
        list[Annotated[str, Field(max_length=2000)]],
        Field(
            max_length=20,
            description="The intended repair's changes, in case a search has reordered the repairs",
        ),
    ] = Field(default_factory=list)


class ChangeTrialIn(Schema, extra="forbid"):
    pod: Annotated[str, Field(max_length=512, description='A pod as "namespace/name"')]
    change: Annotated[RemedyChange, Field(description="One of the fact `remedies`, without its outcome")]


class TriedOut(AskedOut):
    """A change that is tried. `answer` is null at first; it has an `end` when the run with the change is over."""

    answer: Annotated[TriedChange | None, Unchecked()]


class RepairTrialOut(Schema):
    """A copy of the scenario with what was tried: the draft, the snapshot of its run, and the comparison."""

    scenario: uuid.UUID
    run: uuid.UUID
    snapshot: str
    compare: str
