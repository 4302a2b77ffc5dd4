"""The meaning of each reason in plain words, in any language: `kinds.yaml` has an entry a kind, in order of checks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Generic, TypeVar

import yaml

from scheduler_core.explain.compare.wordings import LONGEST

Value = TypeVar("Value")

_PLACEHOLDER = re.compile(r"\\\{(\w+)\\\}")


class Wordings(Generic[Value]):
    """Values by wording; the first one that fits is found."""

    def __init__(self, rows: Iterable[tuple[str, Value]]) -> None:
        self._plain: dict[str, Value] = {}
        self._patterns: list[tuple[str, re.Pattern[str], Value]] = []
        for words, value in rows:
            if "{" in words:
                pattern = _PLACEHOLDER.sub(r"(?P<\1>.*)", re.escape(words))
                self._patterns.append((words.partition("{")[0], re.compile(pattern), value))
            else:
                self._plain.setdefault(words, value)

    def find(self, reason: str) -> tuple[Value, dict[str, str]] | None:
        """Return the value of a reason with the texts of its placeholders, None if no wording fits."""
        if reason in self._plain:
            return self._plain[reason], {}
        if len(reason) <= LONGEST:
            for beginning, pattern, value in self._patterns:
                if reason.startswith(beginning) and (match := pattern.fullmatch(reason)):
                    return value, match.groupdict()
        return None


@dataclass(frozen=True, slots=True)
class Language:
    """`gettext` translates a literal, `ngettext` the form of one for a number."""

    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]


ENGLISH = Language(lambda text: text, lambda one, many, n: one if n == 1 else many)


PATH: Final = Path(__file__).with_name("kinds.yaml")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of reasons, as `kinds.yaml` has it."""

    name: str
    group: str
    about: str
    waiting: str
    label: str
    commands: list[str]
    title: str = ""
    one: str = ""
    many: str = ""
    plugin: str = ""
    reasons: list[str] = field(default_factory=list)
    case: str | None = None

    def title_for(self, count: int, resources: str, language: Language) -> str:
        """Return what the kind says of a number of nodes. `resources` lists those that are short."""
        text = language.ngettext(self.one, self.many, count) if self.one else language.gettext(self.title)
        return text.format(n=f"{count:,}", resources=resources)


*KINDS, OTHER = (Kind(**kind) for kind in yaml.load(PATH.read_text(encoding="utf-8"), yaml.CSafeLoader))

_KIND_BY_WORDING: Final = Wordings((words, kind) for kind in KINDS for words in kind.reasons)


def kind_of(reason: str) -> tuple[Kind, Mapping[str, str]]:
    """Return the kind of a reason in its current wording, with the values of its placeholders."""
    return _KIND_BY_WORDING.find(reason) or (OTHER, {})
