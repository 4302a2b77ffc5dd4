"""The events of a run log as they are read and announced: the engine's with their numbers, and how a run may end."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from scheduler_core.contract import (
    BindingPointFinished,
    CycleFinished,
    CycleStarted,
    Event,
    FilterFinished,
    NormalizeScoreFinished,
    PostFilterFinished,
    PrePointFinished,
    QueueMoved,
    RunFinished,
    RunStarted,
    ScoreFinished,
)


class RunFailed(TypedDict):
    """The run ended with an error; the cycles before are as they are."""

    kind: Literal["run.failed"]
    message: str


class RunCancelled(TypedDict):
    """Its holder stopped the run; the cycles before are as they are."""

    kind: Literal["run.cancelled"]


Payload = Event | RunFailed | RunCancelled


class Numbered(TypedDict):
    seq: int
    """From 1, without gaps; a column of its own in the database."""


class LoggedRunStarted(RunStarted, Numbered):
    pass


class LoggedCycleStarted(CycleStarted, Numbered):
    pass


class LoggedPrePoint(PrePointFinished, Numbered):
    pass


class LoggedFilter(FilterFinished, Numbered):
    pass


class LoggedPostFilter(PostFilterFinished, Numbered):
    pass


class LoggedScore(ScoreFinished, Numbered):
    pass


class LoggedNormalizeScore(NormalizeScoreFinished, Numbered):
    pass


class LoggedBindingPoint(BindingPointFinished, Numbered):
    pass


class LoggedCycleFinished(CycleFinished, Numbered):
    pass


class LoggedQueueMoved(QueueMoved, Numbered):
    pass


class LoggedRunFinished(RunFinished, Numbered):
    pass


class LoggedRunFailed(RunFailed, Numbered):
    pass


class LoggedRunCancelled(RunCancelled, Numbered):
    pass


LoggedPoint = Annotated[
    LoggedPrePoint
    | LoggedFilter
    | LoggedPostFilter
    | LoggedScore
    | LoggedNormalizeScore
    | LoggedBindingPoint,
    Field(discriminator="point"),
]
LoggedEvent = Annotated[
    LoggedRunStarted
    | LoggedCycleStarted
    | LoggedPoint
    | LoggedCycleFinished
    | LoggedQueueMoved
    | LoggedRunFinished
    | LoggedRunFailed
    | LoggedRunCancelled,
    Field(discriminator="kind"),
]
