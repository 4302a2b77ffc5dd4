"""What programs say of pods without counting the nodes that kube-scheduler's filters reject: `statements.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import yaml

from scheduler_core.explain.compare.event_text import Clause, clauses_of

PATH: Final = Path(__file__).with_name("statements.yaml")
_MOST_LINES = 500
_LONGEST = 2_048  # characters of a line that are searched; an event has 1,024
_PLACEHOLDER = re.compile(r"\\\{\w+\\\}")
_TIMES = re.compile(r"(?:^|; )([^;]{1,300}?) \((\d{1,9})x\)")
_NEXT = re.compile(r"\.+ (?=\d)")
_BEHIND = re.compile(r"[^0-9]{0,200}?(?=\d{1,9} \S)")


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement, as `statements.yaml` has it."""

    name: str
    speaker: str
    matches: Sequence[str]
    title: str
    about: str
    waiting: str
    commands: Sequence[str] = ()
    counts: str = ""
    last_resort: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """A statement and where it stands in the words: from `start` to `end`."""

    statement: Statement
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Spoken:
    """What one program says in `words`, which stand behind `head` in the text; `clauses` are reasons that it counts."""

    head: str
    words: str
    said: tuple[Said, ...]
    clauses: tuple[Clause, ...] = ()

    @property
    def speaker(self) -> str:
        return self.said[0].statement.speaker

    @property
    def counts(self) -> str:
        """What the clauses are counts of: node or node group; "" without clauses."""
        return next((said.statement.counts for said in self.said if said.statement.counts), "")


@cache
def statements() -> Sequence[Statement]:
    """Return all statements, in the order in which they are looked for."""
    rows = yaml.load(PATH.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return [Statement(**row) for row in rows]


def spoken_wordings() -> list[str]:
    """Return the words of all statements; a placeholder in braces stands for some text."""
    return [words for statement in statements() for words in statement.matches]


def spoken_in(text: str) -> Spoken | None:
    """Return the statement in the first line that has one, or in all lines joined; None if there is none."""
    lines = [line.strip() for line in text.splitlines()[:_MOST_LINES]]
    return next(spoken_in_lines([*lines, " ".join(lines)]), None)


def spoken_in_lines(lines: Iterable[str]) -> Iterator[Spoken]:
    """Yield the statement of each line that has one."""
    for line in lines:
        if spoken := _spoken(line[:_LONGEST]):
            yield spoken


def _spoken(line: str) -> Spoken | None:
    matches = [said for statement in statements() if (said := _find(statement, line))]
    if not matches:
        return None
    speaker = matches[0].statement.speaker
    spoken = [s for s in matches if s.statement.speaker == speaker]
    spoken = [s for s in spoken if not s.statement.last_resort] or spoken
    start = _start_of_words(line, spoken)
    moved = tuple(Said(s.statement, s.start - start, s.end - start) for s in spoken if s.start >= start)
    words = line[start:]
    return Spoken(line[:start], words, moved or tuple(spoken), _clauses(words, moved))


def _find(statement: Statement, line: str) -> Said | None:
    """Return where the first of a statement's wordings stands in a line."""
    lower = line.lower()
    for beginning, pattern in _patterns(statement.name):
        if beginning in lower and (match := pattern.search(line)):
            return Said(statement, match.start(), match.end())
    return None


def _start_of_words(line: str, said: Sequence[Said]) -> int:
    """Return where the words begin: at the statement that stands first and is no bare reason of an event."""
    texts = [s.start for s in said if " " in line[s.start : s.end]]
    return min(texts or [s.start for s in said])


def _clauses(words: str, said: Sequence[Said]) -> tuple[Clause, ...]:
    counting = [s for s in said if s.statement.counts]
    if not counting:
        return ()
    rest = words[min(s.end for s in counting) :]
    if times := _TIMES.findall(rest):
        return tuple(Clause(int(count), reason.strip(" :'")) for reason, count in times)
    behind = _BEHIND.match(rest)
    if behind is None:
        return ()
    return tuple(c for c in clauses_of(_NEXT.sub(", ", rest[behind.end() :]), 0) if _is_reason(c.reason))


def _is_reason(reason: str) -> bool:
    """Return whether the words behind a number are a reason, not the state of some tasks."""
    return " " in reason and "minAvailable" not in reason


@cache
def _patterns(name: str) -> Sequence[tuple[str, re.Pattern[str]]]:
    """Return the wordings of a statement as patterns, each with what its text has to hold for it."""
    [statement] = [s for s in statements() if s.name == name]
    return [
        (
            words.partition("{")[0].lower(),
            re.compile(_PLACEHOLDER.sub(".{1,300}?", re.escape(words)), re.IGNORECASE),
        )
        for words in statement.matches
    ]
