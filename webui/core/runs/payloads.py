"""The events of a run log: the engine's, the ways a run may end early, and the numbers that the log adds."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from scheduler_core.contract import (
    CycleFinished,
    CycleStarted,
    Event,
    Phrase,
    PointFinished,
    QueueMoved,
    RunFinished,
    RunStarted,
)
from webui.ground.lib.fields import Having


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


LoggedEvent = Annotated[
    RunStarted
    | CycleStarted
    | Annotated[PointFinished, Field(discriminator="point")]
    | CycleFinished
    | QueueMoved
    | RunFinished
    | RunFailed
    | RunCancelled,
    Field(discriminator="kind"),
    Having(Numbered),
]
