"""The events of a run log: the engine's, the ways a run may end early, and the numbers that the log adds."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from scheduler_core.contract import (
    BindingPointFinished,
    CycleFinished,
    CycleStarted,
    Event,
    FilterFinished,
    NormalizeScoreFinished,
    Phrase,
    PostFilterFinished,
    PrePointFinished,
    QueueMoved,
    RunFinished,
    RunStarted,
    ScoreFinished,
)


class RunFailed(TypedDict):
    """The run ended with an error; the cycles before it remain."""

    kind: Literal["run.failed"]
    message: str
    """In English."""
    said: NotRequired[Phrase]
    """Absent in logs of before."""


class RunCancelled(TypedDict):
    """The owner cancelled the run; the cycles before it remain."""

    kind: Literal["run.cancelled"]


Payload = Event | RunFailed | RunCancelled


class Numbered(TypedDict):
    seq: int
    """From 1, without gaps; a separate column in the database."""


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
