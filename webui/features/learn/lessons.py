"""Read the lesson files: a header document, then the source of the lesson's cluster as the editor opens it.

`order.txt` determines the order of the lessons on their path. CONTRIBUTING.md says how to write one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from scheduler_core import DEFAULT_VERSION

FOLDER = Path(__file__).parent / "lessons"
SEPARATOR = "\n---\n"

Picture = Literal["walls", "zones", "rollout", "nodes", "victims", "dots", "scores", "gang"]


class BadLesson(ValueError):
    """A lesson file is malformed, or it says what its runs do not."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Change(_Part):
    """A change of the source's objects; the fields are those of the engine's operations."""

    op: Literal["set", "add", "remove", "delete", "copy", "create"]
    object: str = ""
    path: tuple[str | int, ...] = ()
    value: Any = None


class Copies(_Part):
    """Copies of an object, numbered from 1."""

    of: str
    number: int


class Value(_Part):
    """A value of a handle, and what it changes; `says` are its words, `pod` is another pod to look at."""

    value: str
    says: str = ""
    changes: tuple[Change, ...] = ()
    copies: Copies | None = None
    pod: str = ""


class Handle(_Part):
    """What the reader can turn. It begins with `start`, or with its first value."""

    name: str
    label: str
    start: str = ""
    values: tuple[Value, ...] = Field(min_length=2)

    def value_of(self, value: str) -> Value:
        """Return a value; raise KeyError if there is no such value."""
        chosen = next((option for option in self.values if option.value == value), None)
        if chosen is None:
            raise KeyError(value)
        return chosen

    @property
    def first(self) -> str:
        return self.start or self.values[0].value


class Map(_Part):
    """The map of all settings shows this figure of each."""

    fact: str
    label: str


class Choice(_Part):
    """An answer to choose. `because` says why a wrong one is wrong, with figures of the run as {name}.

    `holds` are the figures behind what it says in words.
    """

    value: str
    label: str
    because: str = ""
    holds: Mapping[str, int | str] = {}


class Guess(_Part):
    """What the reader commits to.

    zones and nodes: all that take the pod. node: the one that is the figure `fact`. choice: the value of `fact`.
    bars: the pods by zone at the end of the film.
    """

    kind: Literal["zones", "nodes", "node", "choice", "bars"]
    fact: str = ""
    choices: tuple[Choice, ...] = ()
    among: tuple[str, ...] = ()


class Step(_Part):
    """A step of the workbench. Without a pod it is about the lesson's."""

    point: str
    plugin: str = ""
    node: str = ""
    pod: str = ""


class Moment(_Part):
    """A picture with its caption, which has figures as {name}.

    `at` are the settings that it shows, `holds` the figures behind what the caption says in words, and `show` is how
    many rules of the picture are applied.
    """

    kind: Literal["guess", "truth", "film", "handles", "keep"]
    caption: str
    step: Step | None = None
    at: Mapping[str, str] = {}
    holds: Mapping[str, int | str] = {}
    show: int = 0


class TaskChange(_Part):
    """A change to choose. `because` says why it alone does not solve the task, with figures of its run.

    `holds` are the figures of that run behind what it says in words.
    """

    name: str
    label: str
    because: str = ""
    holds: Mapping[str, int | str] = {}
    changes: tuple[Change, ...]


class Task(_Part):
    """A small task: `goal` is an expectation of the run, `goal_fact` are figures that it must have."""

    text: str
    at: Mapping[str, str] = {}
    goal: Mapping[str, Any] = {}
    goal_fact: Mapping[str, int | str] = {}
    par: int
    solution: tuple[str, ...]
    changes: tuple[TaskChange, ...]

    def change_of(self, name: str) -> TaskChange:
        """Return a change; raise KeyError if there is no such change."""
        named = next((change for change in self.changes if change.name == name), None)
        if named is None:
            raise KeyError(name)
        return named


class Header(_Part):
    """The first document of a lesson file."""

    title: str
    ask: str  # on the path, until the lesson is kept
    keep: str  # the sentence to keep
    picture: Picture
    pod: str  # whom the lesson is about; empty: the first pod that stays pending, else the last
    release: str = DEFAULT_VERSION
    yaml: str = ""  # what of the object is shown beside the picture
    yaml_of: str = ""  # the object; without one it is the pod
    golden: str = ""  # the node that dots show in gold
    workload: str = ""  # whose rollout is the film
    rollouts: int = 0  # how many rollouts are counted
    handles: tuple[Handle, ...]
    map: Map | None = None
    guess: Guess
    moments: tuple[Moment, ...]
    task: Task

    @model_validator(mode="after")
    def _names_exist(self) -> Header:
        """Settings name handles and values; the solution names changes."""
        handles = {handle.name: handle for handle in self.handles}
        for settings in (*(moment.at for moment in self.moments), self.task.at):
            for name, value in settings.items():
                if name not in handles or value not in {option.value for option in handles[name].values}:
                    raise ValueError(
                        f"at: {name}: {value} is no setting: name a handle and one of its values"
                    )
        if unknown := set(self.task.solution) - {change.name for change in self.task.changes}:
            raise ValueError(f"task.solution: {', '.join(sorted(unknown))}: name changes of the task")
        if [moment.kind for moment in self.moments][:1] != ["guess"]:
            raise ValueError("moments: must begin with a guess")
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    slug: str
    number: int
    header: Header
    source: str

    def __hash__(self) -> int:
        return hash(self.slug)

    def settings(self, chosen: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return a value for each handle: the chosen one, or that with which the handle begins."""
        first = {handle.name: handle.first for handle in self.header.handles}
        return {name: (chosen or {}).get(name, value) for name, value in first.items()}


def read_lessons() -> Iterator[Lesson]:
    """Yield the lessons in the order of `order.txt`. Raise BadLesson for a malformed file."""
    slugs = (FOLDER / "order.txt").read_text(encoding="utf-8").split()
    for number, slug in enumerate(slugs, 1):
        yield read_lesson((FOLDER / f"{slug}.yaml").read_text(encoding="utf-8"), slug, number)


def read_lesson(text: str, slug: str, number: int) -> Lesson:
    """Return the lesson of a file; raise BadLesson."""
    head, separator, source = text.partition(SEPARATOR)
    if not separator:
        raise BadLesson(f"{slug}: header and source must be separated by a line ---")
    try:
        header = Header.model_validate(yaml.load(head, Loader=yaml.CSafeLoader))
    except (ValidationError, yaml.YAMLError) as error:
        raise BadLesson(f"{slug}: {error}") from error
    return Lesson(slug=slug, number=number, header=header, source=source)


@cache
def lessons() -> Mapping[str, Lesson]:
    """Return the lessons by slug, in their order."""
    return {lesson.slug: lesson for lesson in read_lessons()}
