"""Finding what belongs to a reason by its wording, in which a placeholder in braces stands for any text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Generic, TypeVar

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
