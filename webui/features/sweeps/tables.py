"""The result of a sweep as rows: CSV, and columns of text."""

from __future__ import annotations

from scheduler_core import sweep_table
from scheduler_core.contract import SweepResult
from webui.ground.lib.csv_text import rows_as_csv


def csv_text(result: SweepResult) -> str:
    """Return the rows as CSV, with a heading."""
    return rows_as_csv(sweep_table(result))


def plain_text(result: SweepResult) -> str:
    """Return the rows in columns."""
    rows = [[_cell(value) for value in row] for row in sweep_table(result)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    return "".join(f"{line}\n" for line in lines)


def _cell(value: object) -> str:
    return f"{value:,.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
