"""Tables as text: CSV, a JSON list of objects, or JSON lines. Every cell keeps its line and column for messages."""

from __future__ import annotations

import csv
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from scheduler_core.kubernetes.objects.reading import MAX_INPUT_ERRORS, InputError, InvalidInput, quoted
from scheduler_core.sentences import Sentence, worded

# What tools write into a cell without a value.
_EMPTY = frozenset({"", "nan", "none", "null", "na", "n/a"})


@dataclass(slots=True)
class TableProblems:
    """Collects the errors of a table, of which the first 50 are kept."""

    table: str
    entries: list[InputError] = field(default_factory=list)

    def add(self, column: str, message: Sentence, line: int | None) -> None:
        if len(self.entries) < MAX_INPUT_ERRORS:
            self.entries.append(InputError(column, message, line, self.table))

    def check(self) -> None:
        """Raise InvalidInput if there are errors."""
        if self.entries:
            raise InvalidInput(self.entries)


@dataclass(frozen=True, slots=True)
class Row:
    """A row: the text of its cells by column, "" for an empty one, and its line (from 1)."""

    line: int
    cells: dict[str, str]
    problems: TableProblems

    def text(self, column: str) -> str:
        return self.cells.get(column, "")

    def number(self, column: str, expected: Sentence, default: float = 0.0) -> float:
        """Return a number from 0, `default` for an empty cell; `expected` says what belongs there."""
        text = self.text(column)
        if not text:
            return default
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if 0 <= number < 2**53:
            return number
        self.problem(
            column,
            worded(
                "must be {expected}, got {value}: write a number from 0, without a unit",
                expected=expected,
                value=quoted(text),
            ),
        )
        return default

    def problem(self, column: str, message: Sentence) -> None:
        self.problems.add(column, message, self.line)


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a table, and its unused columns."""

    rows: list[Row]
    columns_not_read: list[str]


def read_table(text: str, name: str, *, required: Collection[str], optional: Collection[str]) -> Table:
    """Return the rows of a CSV or JSON table; raise InvalidInput, with the name of the table.

    The errors of cells are collected in the rows' `problems`.
    """
    problems = TableProblems(name)
    rows = list(_json_rows(text, problems) if text.lstrip()[:1] in ("[", "{") else _csv_rows(text, problems))
    problems.check()
    columns = list(dict.fromkeys(column for row in rows for column in row.cells))
    if missing := [column for column in required if column not in columns]:
        what = worded("has {names}", names=", ".join(columns[:12])) if columns else worded("has no rows")
        problems.add(
            "",
            worded(
                "must have the columns {required}; {what}: add {missing}",
                required=", ".join(required),
                what=what,
                missing=", ".join(missing),
            ),
            1,
        )
    problems.check()
    return Table(rows, [c for c in columns if c and c not in required and c not in optional])


def _csv_rows(text: str, problems: TableProblems) -> Iterator[Row]:
    reader = csv.reader(StringIO(text), strict=True)
    header: list[str] = []
    try:
        for cells in reader:
            values = [cell.strip() for cell in cells]
            if not any(values):
                continue
            if not header:
                header = values
            elif len(values) > len(header):
                message = worded(
                    "must have {count} cells as the header, got {given}: quote cells with a comma",
                    count=len(header),
                    given=len(values),
                )
                problems.add("", message, reader.line_num)
            else:
                yield Row(reader.line_num, _cells(zip(header, values, strict=False)), problems)
    except csv.Error as error:
        problems.add(
            "",
            worded("must be CSV, {error}: quote cells with commas or line ends", error=error),
            reader.line_num,
        )


def _json_rows(text: str, problems: TableProblems) -> Iterator[Row]:
    """Yield the objects of a list or of lines, with the line on which each begins."""
    if text.lstrip().startswith("[") and not text.rstrip().endswith("]"):
        problems.add(
            "", worded("must be a whole JSON list, it ends without ]: send all of it"), text.count("\n") + 1
        )
        return
    decode, place, line = json.JSONDecoder().raw_decode, 0, 1
    while (start := _next_value(text, place)) < len(text):
        line += text.count("\n", place, start)
        try:
            value, end = decode(text, start)
        except json.JSONDecodeError as error:
            where = worded("line {line} column {column}", line=error.lineno, column=error.colno)
            problems.add(
                "",
                worded(
                    "must be a JSON list of objects, {msg} at {where}: correct it", msg=error.msg, where=where
                ),
                error.lineno,
            )
            return
        if not isinstance(value, dict):
            problems.add(
                "",
                worded("must be a JSON list of objects, got {value}: write one a row", value=quoted(value)),
                line,
            )
            return
        yield Row(line, _cells(value.items()), problems)
        line += text.count("\n", start, end)
        place = end


def _next_value(text: str, place: int) -> int:
    """Return where the next value begins, after brackets and commas of the list and white space."""
    while place < len(text) and (text[place] in "[],\ufeff" or text[place].isspace()):
        place += 1
    return place


def _cells(pairs: Any) -> dict[str, str]:
    return {str(column).strip(): _cell(value) for column, value in pairs}


def _cell(value: object) -> str:
    text = "" if value is None else str(value).strip()
    return "" if text.lower() in _EMPTY else text
