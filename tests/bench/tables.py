"""Rows as they come, under the names of their columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Row = dict[str, Any]


def print_rows(rows: Iterable[Row]) -> list[Row]:
    """Print each row as it arrives, and return all; a row with other columns begins another table."""
    listed: list[Row] = []
    for row in rows:
        if not listed or row.keys() != listed[-1].keys():
            print("\n" + "".join(_cell(name, value) for name, value in zip(row, row.keys(), strict=True)))
        print("".join(_cell(name, value) for name, value in row.items()), flush=True)
        listed.append(row)
    return listed


def _cell(name: str, value: Any) -> str:
    """Names of things to the left, figures to the right."""
    if name in ("name", "what"):
        return f"{value:<44}"
    text = f"{value:,}" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)
    return f"{text:>{max(len(name), 9) + 2}}"
