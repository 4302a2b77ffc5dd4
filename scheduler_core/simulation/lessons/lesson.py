"""What a scenario tells of its own run: captions that point at steps, a prediction before, a task after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source.operations import Operation

MomentKind = Literal["guess", "truth", "keep"]
GuessKind = Literal["zones", "nodes", "node", "choice"]
Point = Literal["PreFilter", "Filter", "PostFilter", "PreScore", "Score", "NormalizeScore", "Total", "Result"]


@dataclass(frozen=True, slots=True)
class CaptionStep:
    """What the walk shows with a caption. Empty names and attempt 0 are those of the lesson."""

    point: Point
    plugin: str = ""
    node: str = ""
    pod: str = ""
    attempt: int = 0


@dataclass(frozen=True, slots=True)
class CaptionMoment:
    """A caption, with figures of the run as {name}; `holds` are figures that the run must have."""

    kind: MomentKind
    caption: str
    step: CaptionStep | None
    holds: tuple[tuple[str, int | str], ...]


@dataclass(frozen=True, slots=True)
class LabelledChoice:
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class ReaderGuess:
    """What the reader commits to; `fact` names the figure that is right of the kinds node and choice."""

    kind: GuessKind
    fact: str
    choices: tuple[LabelledChoice, ...]
    among: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfferedChange:
    """A change that the reader of a task can choose."""

    name: str
    label: str
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class ReaderTask:
    """A small task: `goal` is an expectation of the run, empty without one; `goal_fact` are figures of it."""

    text: str
    goal: Manifest
    goal_fact: tuple[tuple[str, int | str], ...]
    par: int
    solution: tuple[str, ...]
    changes: tuple[OfferedChange, ...]


@dataclass(frozen=True, slots=True)
class ScenarioLesson:
    """The document `lesson:` of a scenario; `written` is its mapping."""

    pod: str
    moments: tuple[CaptionMoment, ...]
    guess: ReaderGuess | None
    task: ReaderTask | None
    written: Manifest
