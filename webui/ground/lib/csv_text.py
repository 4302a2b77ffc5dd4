"""Tables as CSV. A cell that a spreadsheet would take for a formula is preceded by an apostrophe.

`static/js/pages/workbench/wholerun/csv.js` does the same for the tables that the page writes.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

Cell = str | int | float

_FORMULA = re.compile(r"[=+\-@\t\r\n]")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def rows_as_csv(rows: Iterable[Sequence[Cell]]) -> str:
    """Return rows as CSV, each with a line feed at its end."""
    return "".join(map(_line, rows))


def _line(row: Sequence[Cell]) -> str:
    """Return a row; csv quotes a carriage return only where it is part of the line's end."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerow(map(_disarmed, row))
    return text.getvalue().removesuffix("\r\n") + "\n"


def _disarmed(cell: Cell) -> Cell:
    is_formula = isinstance(cell, str) and _FORMULA.match(cell) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if is_formula else cell
