"""What admission and the controllers did to the objects: fill-ins, refusals, and notices, each with its cause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .contract import AdmissionReport, FilledIn, Noticed, Refused

# The number of objects that are named in an entry; the others are only counted.
MAX_NAMED = 50


@dataclass(frozen=True, slots=True)
class Cause:
    """The plugin or controller that acts, and the object that made it act ("LimitRange default/limits")."""

    by: str
    object: str = ""

    def __str__(self) -> str:
        if not self.object:
            return self.by
        return self.object if self.object.startswith(f"{self.by} ") else f"{self.by}, {self.object}"


@dataclass(frozen=True, slots=True)
class FillIn:
    """A value that a field received; `value` is a short text. With `added` it joined a list or made an object."""

    path: str
    value: str
    cause: Cause
    added: bool = False

    def __str__(self) -> str:
        change = " += " if self.added else ": "
        return f"{self.path}{change}{self.value}" if self.path else self.value


@dataclass(frozen=True, slots=True)
class Refusal:
    """An object that would not exist: the API server answers its creation with `message`."""

    object: str
    message: str
    cause: Cause

    @property
    def name(self) -> str:
        """The object as the lines of a run name it: a pod without its kind."""
        return self.object.removeprefix("Pod ")


@dataclass(frozen=True, slots=True)
class Notice:
    """An object that the input lacks; a cluster without it would answer the creation of others with `answer`."""

    missing: str
    answer: str
    cause: Cause

    @property
    def message(self) -> str:
        return (
            f"{self.missing} is not in the input; if it were missing in the cluster, "
            f"the API server would answer: {self.answer}"
        )


@dataclass(slots=True)
class Report:
    """All of it. Equal fill-ins and notices of several objects are one entry with the names of the objects."""

    fill_ins: dict[FillIn, list[str]] = field(default_factory=dict)
    refusals: list[Refusal] = field(default_factory=list)
    notices: dict[Notice, list[str]] = field(default_factory=dict)

    def fill(self, fill_in: FillIn, object_name: str) -> None:
        self.fill_ins.setdefault(fill_in, []).append(object_name)

    def notice(self, notice: Notice, object_name: str) -> None:
        self.notices.setdefault(notice, []).append(object_name)

    def json(self) -> AdmissionReport:
        """Return the report for the page; of the objects of an entry the first 50 are named."""
        return {
            "filled": [_filled(fill_in, names) for fill_in, names in self.fill_ins.items()],
            "refused": [_refused(refusal) for refusal in self.refusals],
            "noticed": [_noticed(notice, names) for notice, names in self.notices.items()],
        }

    def lines(self) -> Iterator[str]:
        """Yield a line for each fill-in and notice, for the command line."""
        for fill_in, names in self.fill_ins.items():
            yield f"filled in: {_objects(names)}: {fill_in} ({fill_in.cause})"
        for notice, names in self.notices.items():
            yield f"note: {_objects(names)}: {notice.message} ({notice.cause})"


def _objects(names: list[str]) -> str:
    """Return the name of the only object, or the first one and the number of the others."""
    if len(names) == 1:
        return names[0]
    others = len(names) - 1
    return f"{names[0]} and {others} other{'s' if others > 1 else ''}"


def _filled(fill_in: FillIn, names: list[str]) -> FilledIn:
    return {
        "path": fill_in.path,
        "value": fill_in.value,
        "added": fill_in.added,
        "by": fill_in.cause.by,
        "cause": fill_in.cause.object,
        "objects": names[:MAX_NAMED],
        "count": len(names),
    }


def _refused(refusal: Refusal) -> Refused:
    return {
        "object": refusal.object,
        "message": refusal.message,
        "by": refusal.cause.by,
        "cause": refusal.cause.object,
    }


def _noticed(notice: Notice, names: list[str]) -> Noticed:
    return {
        "message": notice.message,
        "missing": notice.missing,
        "answer": notice.answer,
        "by": notice.cause.by,
        "cause": notice.cause.object,
        "objects": names[:MAX_NAMED],
        "count": len(names),
    }
